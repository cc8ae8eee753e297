import { expect, test } from 'vitest';
import { largestHeld, missingUsageSection, overflowsAt, safeRatio } from './missing-usage';
import { shownSection } from '../testing/shown';

test('the default factor covers a ratio of factor × window ÷ threshold', () => {
  expect([8_000, 200_000, 1_000_000].map((window) => safeRatio(2.5, window).toFixed(3))).toEqual([
    '3.125',
    '2.778',
    '2.551',
  ]);
  // 6,400 ÷ 2.5 = 2,560 reaches the threshold; 2,559 × 2.5 = 6,397.5 does not.
  expect(largestHeld(2.5, 8_000)).toBe(2_559);
  // 2,559 × 3.126 = 7,999.4 fits, × 3.127 = 8,001.9 does not.
  expect([3.126, 3.127].map((ratio) => overflowsAt(2.5, 8_000, ratio))).toEqual([false, true]);
});

test('the documents’ scenario overflows with their factor and not with today’s', () => {
  expect(shownSection(missingUsageSection())['missing-usage-documented']).toEqual([
    '2× | 3× | 2.5× | yes = known limitation',
    '2.5× | 3× | 3.125× | no',
  ]);
});
