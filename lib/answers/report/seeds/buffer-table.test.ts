import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { bufferRow, bufferSection } from './buffer-table';
import { shownSection, unexplained } from './testing/shown';

interface Vector {
  readonly fn: string;
  readonly input: { readonly contextWindow: number };
  readonly output: { readonly buffer: number; readonly threshold: number };
}

const { vectors } = JSON.parse(
  readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8'),
) as {
  readonly vectors: readonly Vector[];
};

describe('buffer section', () => {
  const section = bufferSection();

  it('shows the documents’ figures', () => {
    expect(shownSection(section)).toEqual({
      'buffer-table': [
        '4,000 | 800 = 800 | 3,200 = 3.2k | 20 % | 800 | 3,200 | 0',
        '8,000 | 1,600 = 1.6k | 6,400 = 6.4k | 20 % | 1,600 | 6,400 | 0',
        '32,000 | 6,400 = 6.4k | 25,600 = 25.6k | 20 % | 6,400 | 25,600 | 0',
        '128,000 | 25,600 = 25.6k | 102,400 = 102.4k | 20 % | 25,600 | 102,400 | 0',
        '180,000 | 36,000 = 36k | 144,000 = 144k | 20 % | 36,000 | 144,000 | 0',
        '199,999 | 39,999 | 160,000 | 20 % | 39,999 | 160,000 | 0',
        '200,000 | 20,000 = 20k | 180,000 = 180k | 10 % | 40,000 = 40k | 160,000 = 160k | +20,000',
        '200,001 | 20,000 | 180,001 | 10 % | 20,000 | 180,001 | 0',
        '1,000,000 | 20,000 | 980,000 | 2.0 % | 20,000 | 980,000 | 0',
      ],
      'boundary-table': [
        'threshold-strategy-v1.md: “>200k (e.g. 200k)” | v0.9.0, factor 2.0 | > | 40,000 ≠ 20k | 160,000 ≠ 180k',
        'investigation-results.md, Part 2: “200k” | v0.9.0, factor 2.0 | > | 40,000 ≠ 20k | 160,000 ≠ 180k',
        'threshold-strategy-v2.md: “off-by-one”, before | v0.9.0 | > | 40,000 = 40k | 160,000 = 160k',
        'threshold-strategy-v2.md: “>=200k (e.g. 200k)” | v0.9.1 and later | >= | 20,000 = 20k | 180,000 = 180k',
      ],
    });
    expect(unexplained(section)).toEqual([]);
  });
});

describe('bufferRow', () => {
  it('is the reference’s at every vector of computeBuffer', () => {
    const rows = vectors.filter(({ fn }) => fn === 'computeBuffer');
    expect(rows).toHaveLength(23);
    for (const { input, output } of rows) {
      const { buffer, threshold } = output;
      expect(bufferRow(input.contextWindow)).toMatchObject({ buffer, threshold });
    }
  });

  it('differs between the boundaries at exactly 200,000 and nowhere else', () => {
    for (const window of [0, 1, 8_191, 199_999, 200_001, 1_048_576]) {
      expect(contextGuardBuffer(window, '>')).toBe(contextGuardBuffer(window, '>='));
    }
    expect([contextGuardBuffer(200_000, '>'), contextGuardBuffer(200_000, '>=')]).toEqual([
      40_000, 20_000,
    ]);
  });
});
