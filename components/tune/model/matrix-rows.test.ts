import { expect, it } from 'vitest';
import { emptyResults, putTotals } from '@/lib/tuning/sweep/sweep-results';
import { matrixRows } from './matrix-rows';
import { totals, tuned } from './testing/tuned-session';

it('has the worst recorded session on top, generated ones below, and shows what is missing', () => {
  const sessions = [
    tuned('made', { generated: true }),
    tuned('calm'),
    tuned('busy'),
    tuned('failing'),
  ];
  const results = emptyResults(4, 2);
  putTotals(results, 0, 0, totals(1, 9));
  putTotals(results, 1, 0, totals(0));
  putTotals(results, 1, 1, totals(1));
  putTotals(results, 2, 0, totals(5));
  putTotals(results, 2, 1, totals(5));
  putTotals(results, 3, 0, totals(1, 1));
  putTotals(results, 3, 1, totals(1));
  const rows = matrixRows(sessions, results);
  expect(rows.map(({ session }) => session.facts.id)).toEqual(['failing', 'busy', 'calm', 'made']);
  expect(rows[3]?.totals[1]).toBeNull();
});
