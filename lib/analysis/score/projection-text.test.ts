import { expect, it } from 'vitest';
import { ownPolicyTotals } from './own-policy-totals';
import { acrossText, ownText, signedPercent } from './projection-text';
import { projectionTotals } from './projection-totals';

it.each([
  [0.016, '+1.6 %'],
  [-0.0042, '−0.4 %'],
  [-0.25, '−25 %'],
  [0, '0 %'],
])('%d is %s', (share, text) => {
  expect(signedPercent(share)).toBe(text);
});

it('says n, error, coverage with its interval and width in one sentence', () => {
  // Errors +10 %, −20 % and +5 %; the second is outside of its band; widths 30, 20 and 10.
  const totals = projectionTotals([
    { recorded: 100, projected: 110, low: 90, high: 120 },
    { recorded: 100, projected: 80, low: 70, high: 90 },
    { recorded: 100, projected: 105, low: 100, high: 110 },
  ]);
  // Wilson: 2 of 3 at 95 %. Scores 30, 20 + 10 × 10 and 10.
  expect(acrossText(totals!)).toBe(
    'Across 3 compactions: median error +5.0 %, its size 10 %; 2 of 3 inside p10 to p90 (67 %, 95 % interval 21 % to 94 %); the band is 20 tokens wide, its interval score 53.',
  );
});

it('says how many compactions the agents’ own policies make at the same step', () => {
  const totals = ownPolicyTotals([
    { judged: 3, reproduced: 2, early: 0, explained: 1 },
    { judged: 2, reproduced: 1, early: 1, explained: 0 },
  ]);
  // Wilson: 3 of 4 at 95 %.
  expect(ownText(totals)).toBe(
    'The agents’ own policies: 5 recorded compactions not marked manual; 1 of them explained, the file lacks what the agent counted; of the others 3 of 4 at the same step (75 %, 95 % interval 30 % to 95 %); with them 3 of 5 (60 %).',
  );
  expect(ownText(ownPolicyTotals([{ judged: 1, reproduced: 0, early: 0, explained: 1 }]))).toMatch(
    /explained, the file lacks what the agent counted\.$/,
  );
  expect(totals.early).toBe(1);
  expect(ownPolicyTotals([])).toMatchObject({ judged: 0, n: 0, interval: null });
});
