import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import { totalsAt, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import type { TuneRow } from './deciding-rows';

/** A session under every policy; null where it is not computed. */
export interface MatrixLine {
  readonly session: TuneRow;
  readonly totals: readonly (SessionTotals | null)[];
}

/** Sessions by policy: recorded ones first, those that fail under the most policies on top. */
export function matrixRows(
  sessions: readonly TuneRow[],
  results: SweepResults,
): readonly MatrixLine[] {
  return sessions
    .map((session, row) => {
      const totals = Array.from({ length: results.cells }, (_, cell) =>
        totalsAt(results, row, cell),
      );
      const failing = totals.filter((one) => one && (one.overflowSteps > 0 || one.loop)).length;
      const compactions = totals.reduce((sum, one) => sum + (one?.compactions ?? 0), 0);
      return { session, totals, failing, compactions };
    })
    .sort(
      (a, b) =>
        Number(a.session.facts.generated) - Number(b.session.facts.generated) ||
        b.failing - a.failing ||
        b.compactions - a.compactions,
    );
}
