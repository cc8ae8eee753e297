import { describe, expect, test } from 'vitest';
import { textFixtures } from '@/lib/importers/testing/fixtures';
import { MemoryBytes } from './testing/memory-bytes';
import { readContent } from './testing/read-content';

const documents = textFixtures.filter(({ input }) => input === 'json');

describe.each(documents)('$format/$file', ({ format, text }) => {
  test('is read in pieces as it is read whole, however it is cut into chunks', async () => {
    const whole = await readContent(new MemoryBytes(text, 1 << 20));
    if (!whole.ok) throw new Error(whole.error.message);
    expect(whole.value.format).toBe(format);
    for (const size of [1, 7, 64]) {
      const pieces = await readContent(new MemoryBytes(text, size), 0);
      if (!pieces.ok) throw new Error(`${size}: ${pieces.error.message}`);
      expect(pieces.value.format).toBe(format);
      expect(pieces.value.receipt).toEqual(whole.value.receipt);
      expect(pieces.value.sessions).toEqual(whole.value.sessions);
    }
  });
});
