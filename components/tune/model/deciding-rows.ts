import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import { totalsAt, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';

/** A session of the page: its facts, its size and its picture. */
export interface TuneRow {
  readonly facts: CorpusFacts;
  readonly steps: number;
  readonly spark: readonly number[];
  readonly limit: number | null;
}

/** How a session fares under other settings than today's. */
export type ChangeKind = 'broken' | 'more' | 'same' | 'fewer' | 'saved';

/** A row of the table of deciding sessions. */
export interface DecidingRow {
  readonly session: TuneRow;
  readonly today: SessionTotals;
  readonly then: SessionTotals;
  readonly change: ChangeKind;
  /** Compactions more than today; fewer where negative. */
  readonly more: number;
}

/** The worst first. */
const ORDER: readonly ChangeKind[] = ['broken', 'more', 'fewer', 'saved', 'same'];

const failsWith = ({ overflowSteps, loop }: SessionTotals): boolean => overflowSteps > 0 || loop;

/** The kind of change between two totals of one session. */
export function changeOf(today: SessionTotals, then: SessionTotals): ChangeKind {
  if (failsWith(today) !== failsWith(then)) return failsWith(then) ? 'broken' : 'saved';
  const more = then.compactions - today.compactions;
  if (more === 0) return 'same';
  return more > 0 ? 'more' : 'fewer';
}

/** Sessions beside each other: recorded ones first, then the worst change, then the most compactions. */
export function decidingRows(
  sessions: readonly TuneRow[],
  results: SweepResults,
  cells: { readonly today: number; readonly then: number },
): readonly DecidingRow[] {
  return sessions
    .flatMap((session, row): readonly DecidingRow[] => {
      const today = totalsAt(results, row, cells.today);
      const then = totalsAt(results, row, cells.then);
      if (today === null || then === null) return [];
      const more = then.compactions - today.compactions;
      return [{ session, today, then, change: changeOf(today, then), more }];
    })
    .sort(
      (a, b) =>
        Number(a.session.facts.generated) - Number(b.session.facts.generated) ||
        ORDER.indexOf(a.change) - ORDER.indexOf(b.change) ||
        Math.abs(b.more) - Math.abs(a.more) ||
        b.today.compactions - a.today.compactions ||
        b.session.steps - a.session.steps,
    );
}

/** Number of sessions of each change. */
export interface ChangeCounts extends Readonly<Record<ChangeKind, number>> {
  readonly sessions: number;
}

/** Counts the changes of recorded sessions, or of generated ones. */
export function changeCounts(rows: readonly DecidingRow[], generated: boolean): ChangeCounts {
  const counts = { broken: 0, more: 0, same: 0, fewer: 0, saved: 0, sessions: 0 };
  for (const { session, change } of rows) {
    if (session.facts.generated !== generated) continue;
    counts[change]++;
    counts.sessions++;
  }
  return counts;
}
