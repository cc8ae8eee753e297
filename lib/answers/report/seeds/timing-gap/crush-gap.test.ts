import { expect, test } from 'vitest';
import { crushGapTable } from './crush-gap';
import { shown } from '../testing/shown';

// Step N's prompt is 140,000 or 100,000, and its completion the call's 4 or 3 tokens × 2. The tools'
// 80,000 and 400,000 bytes are in neither.
test('both proofs hit Crush, too: what its tools answered is not in the count it compares', () => {
  const table = crushGapTable();
  expect(table.rows.map((row) => row.map(shown).join(' | '))).toEqual([
    'TestTimingGap_CalibratedHeuristicPreventsOverflow | 140,008 | 160,000 | no | 180,018 | +40,010 | no = doesn’t have this problem',
    'TestTimingGap_MassiveToolResponse | 100,006 | 160,000 | no | 300,016 | +200,010 | yes ≠ doesn’t have this problem',
  ]);
  expect(table.reasons).toHaveLength(1);
});
