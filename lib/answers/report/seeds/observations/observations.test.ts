import { expect, test } from 'vitest';
import { seedsSection } from '../sections';
import { shownSection, unexplained } from '../testing/shown';

test('the section shows what the tests’ sessions give', () => {
  const section = seedsSection('observations');
  const shown = shownSection(section);
  expect(shown['observations-counter']).toEqual([
    '200k_100turns_mixedworkload | 147 | 2 | 80',
    '200k_toolheavy | 40 | 1 | 19',
    '8k_repeatedcompactions | 80 | 6 | 69',
  ]);
  expect(shown['observations-sizes']).toEqual([
    'compactions | 47',
    'smallest request | 146 = ~150',
    'largest request | 3,096 ≠ 850',
  ]);
  // A quoted request of 730,000 bytes: (238 + 730,000) >> 2 = 182,559; a summary of 120: (80 + 120) >> 2.
  // 182,609 × 1.2 = 219,130.8.
  expect(shown['observations-quoted']).toEqual([
    'CompactionNoInfiniteLoop | 5 | 0 | 5 | 1 | 8,085',
    'a request of 730,000 bytes, ratio 1.2 | 1 | 0 | 1 | 3 | 219,130',
  ]);
  // What the document observed holds in four of six cases.
  expect(shown['observations-key']).toEqual([
    '200k_repeatedcompactions | 90 | 3 = 2-3 compactions in 60 turns | 0 | 164,584',
    '8k_repeatedcompactions | 80 | 6 = 5-6 compactions in 40 turns | 0 | 6,325',
    '8k_longrunning_40turns | 40 | 2 ≠ 5-6 compactions in 40 turns | 0 | 6,276',
    '8k_nousagemetadata, factor 1.5 | 50 | 3 | 2 ≠ Default 1.5x factor works | 8,110',
    '8k_nousagemetadata, factor 2.5 | 50 | 6 | 0 | 5,010',
    '200k_veryhightokenratio_4x | 20 | 1 | 0 = 4x token ratio handled without overflow | 164,736',
    '200k_100turns_mixedworkload | 147 | 2 | 0 = 100-turn sessions with mixed workloads complete cleanly | 177,463',
  ]);
  expect(unexplained(section)).toEqual([]);
});
