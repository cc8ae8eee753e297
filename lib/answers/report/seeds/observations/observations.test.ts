import { expect, test } from 'vitest';
import { shownSection, unexplained } from '../testing/shown';
import { observationsSection } from './observations';

test('the counter of the reference’s simulator counts a compaction many times', () => {
  const section = observationsSection();
  expect(shownSection(section)['observations-counter']).toEqual([
    '200k_100turns_mixedworkload | 147 | 2 | 80',
    '200k_toolheavy | 40 | 1 | 19',
    '8k_repeatedcompactions | 80 | 6 | 69',
  ]);
  expect(shownSection(section)['observations-sizes']).toEqual([
    'compactions | 47',
    'smallest request | 146 = ~150',
    'largest request | 3,096 ≠ 850',
  ]);
  // A quoted request of 730,000 bytes: (238 + 730,000) >> 2 = 182,559; a summary of 120: (80 + 120) >> 2.
  // 182,609 × 1.2 = 219,130.8.
  expect(shownSection(section)['observations-quoted']).toEqual([
    'CompactionNoInfiniteLoop | 5 | 0 | 5 | 1 | 8,085',
    'a request of 730,000 bytes, ratio 1.2 | 1 | 0 | 1 | 3 | 219,130',
  ]);
  expect(unexplained(section)).toEqual([]);
});
