import { expect, test } from 'vitest';
import { shown } from '../testing/shown';
import { keyObservationsTable } from './key-observations';

test('what the document observed holds in four of six cases', () => {
  const table = keyObservationsTable();
  expect(table.rows.map((row) => row.map(shown).join(' | '))).toEqual([
    '200k_repeatedcompactions | 90 | 3 = 2-3 compactions in 60 turns | 0 | 164,584',
    '8k_repeatedcompactions | 80 | 6 = 5-6 compactions in 40 turns | 0 | 6,325',
    '8k_longrunning_40turns | 40 | 2 ≠ 5-6 compactions in 40 turns | 0 | 6,276',
    '8k_nousagemetadata, factor 1.5 | 50 | 3 | 2 ≠ Default 1.5x factor works | 8,110',
    '8k_nousagemetadata, factor 2.5 | 50 | 6 | 0 | 5,010',
    '200k_veryhightokenratio_4x | 20 | 1 | 0 = 4x token ratio handled without overflow | 164,736',
    '200k_100turns_mixedworkload | 147 | 2 | 0 = 100-turn sessions with mixed workloads complete cleanly | 177,463',
  ]);
  expect(table.reasons).toHaveLength(2);
});
