import { expect, test } from 'vitest';
import { shownSection } from '../testing/shown';
import { ablations } from './ablation';
import { exampleReplays, harmOf, safeguards } from './safeguards';
import { safeguardsSection } from './safeguards-section';

test('each example goes wrong without its safeguard, and only without it', () => {
  const harm = safeguards.map((one) => {
    const { on, off } = exampleReplays(one);
    return [one.id, harmOf(on), harmOf(off)];
  });
  expect(harm).toEqual([
    ['cap', { compactions: 0, overflows: 0 }, { compactions: 1, overflows: 0 }],
    ['floor', { compactions: 1, overflows: 0 }, { compactions: 0, overflows: 1 }],
    ['reset', { compactions: 1, overflows: 0 }, { compactions: 5, overflows: 0 }],
    ['fallback', { compactions: 1, overflows: 0 }, { compactions: 0, overflows: 1 }],
    ['attempts', { compactions: 1, overflows: 0 }, { compactions: 1, overflows: 1 }],
    ['truncate', { compactions: 1, overflows: 0 }, { compactions: 1, overflows: 0 }],
    ['watermark', { compactions: 1, overflows: 0 }, { compactions: 4, overflows: 0 }],
  ]);
});

// 300 entries of 1,000 tokens: 160,000 fit into 80 % of the window. The mechanical summary holds 200
// bytes of each entry, 10 more around them.
test('the cut of the summariser’s input leaves 160 of 300 entries', () => {
  const truncate = safeguards.find(({ id }) => id === 'truncate');
  const { on, off } = exampleReplays(truncate!);
  expect([on.columns.summaryBytes[0], off.columns.summaryBytes[0]]).toEqual([160 * 210, 300 * 210]);
});

test('no scenario needs the cap, the floor or the reset', () => {
  const counts = ablations().map(({ safeguard, changed, changedInMatrices, inputs, ...sums }) => [
    safeguard.id,
    changedInMatrices,
    changed.length,
    sums.compactions,
    sums.overflows,
    inputs,
  ]);
  expect(counts).toEqual([
    ['cap', 0, 0, 0, 0, 0],
    ['floor', 0, 0, 0, 0, 0],
    ['reset', 0, 0, 0, 0, 0],
    ['fallback', 0, 2, -36, 64, 0],
    ['attempts', 0, 4, 2, 2, 0],
    // The vectors’ three steps at which less than everything is summarised.
    ['truncate', 0, 0, 0, 0, 3],
    ['watermark', 76, 121, 3702, 81, 52],
  ]);
});

test('the section says what each prevents', () => {
  expect(shownSection(safeguardsSection())['safeguards-examples']?.[0]).toBe(
    'Correction capped at 5× | one odd request, such as a first one with an uncounted prefix, compacts far too early | 1,000 counted of 12,000 real, then 15,000 counted tokens of plain text | 0 compactions, 0 overflows | 1 compaction, 0 overflows | 27,200 | 12,000',
  );
});
