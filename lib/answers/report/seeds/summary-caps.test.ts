import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { summaryCap, summaryCapSection } from './summary-caps';
import { shownSection, unexplained } from './testing/shown';

interface Vector {
  readonly fn: string;
  readonly input: { readonly contextWindow: number };
  readonly output: { readonly maxOutputTokens: number };
}

const { vectors } = JSON.parse(
  readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8'),
) as {
  readonly vectors: readonly Vector[];
};

it('shows the document’s caps, buffers and thresholds', () => {
  const section = summaryCapSection();
  expect(shownSection(section)).toEqual({
    'summary-caps-table': [
      '1,000,000 | 20,000 | 10,000 | 980,000 | 1.0 % | 10,000',
      '200,000 | 20,000 = 20k | 10,000 = 10k | 180,000 = 180k | 5.6 % | 20,000',
      '199,999 | 39,999 | 19,999 | 160,000 | 13 % | 19,999',
      '180,000 | 36,000 | 18,000 | 144,000 | 13 % | 18,000',
      '128,000 | 25,600 = 25.6k | 12,800 = 12.8k | 102,400 = 102.4k | 13 % | 12,800',
      '32,000 | 6,400 = 6.4k | 3,200 = 3.2k | 25,600 = 25.6k | 13 % | 3,200',
      '8,000 | 1,600 | 800 | 6,400 | 14 % | 800',
      '4,000 | 800 = 800 | 400 = 400 | 3,200 = 3.2k | 15 % | 400',
    ],
  });
  expect(unexplained(section)).toEqual([]);
});

it('caps as the reference does at every window large enough to have a cap', () => {
  const rows = vectors.filter(
    ({ fn, output }) => fn === 'computeBuffer' && output.maxOutputTokens > 0,
  );
  expect(rows.length).toBeGreaterThan(15);
  for (const { input, output } of rows) {
    expect(summaryCap(input.contextWindow).cap, `window ${input.contextWindow}`).toBe(
      output.maxOutputTokens,
    );
  }
});
