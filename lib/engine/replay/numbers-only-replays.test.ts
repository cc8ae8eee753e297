import { describe, expect, test } from 'vitest';
import { archiveFixtures } from '@/lib/readers/importers/testing/archive-fixtures';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { readArchive, readTrace } from '@/lib/readers/importers/testing/read-trace';
import { policies } from '@/lib/policies/registry';
import { numbersOnlySessions } from '@/lib/engine/tokens/numbers-only';
import { replaysOf } from '@/lib/analysis/explain/testing/replays';

const fixtures = [
  ...textFixtures.map(({ format, file, text, input }) => ({
    name: `${format}/${file}`,
    read: () => readTrace(text, input),
  })),
  ...archiveFixtures.map(({ format, file, members }) => ({
    name: `${format}/${file}`,
    read: () => readArchive(members),
  })),
];

describe.each(fixtures)('$name', ({ read }) => {
  const whole = read();
  if (!whole.ok) throw new Error(whole.error.message);
  const { sessions } = whole.value;

  test('replays to the same integers without its texts, under every policy', () => {
    const numbers = numbersOnlySessions(sessions).map(replaysOf);
    expect(Object.keys(numbers[0] ?? {})).toHaveLength(policies.length);
    expect(numbers).toEqual(sessions.map(replaysOf));
  });
});
