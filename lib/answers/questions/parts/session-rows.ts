/** What a sweep found of each session under each cell: the same rows in every file. */
import { csvRecord } from '@/lib/engine/base/csv';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import { figureOf } from '@/lib/tuning/figures/figure';
import { sessionFigures } from '@/lib/tuning/figures/figure-fields';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import { totalsAt, type SweepResults } from '@/lib/tuning/sweep/sweep-results';

/** What a row says of its session; `session` is its id. */
const ABOUT = ['name', 'agent', 'model', 'hash', 'generated', 'steps'] as const;

/** What it says of the replay. */
const TOTALS = [
  ...(['compactions', 'passes', 'overflowSteps', 'firstOverflow', 'loop'] as const),
  ...(['sentTokens', 'unusedTokens'] as const),
] as const;

/** A session of a sweep without its numbers. */
export type RowSession = Pick<CorpusFacts, 'id' | Exclude<(typeof ABOUT)[number], 'steps'>> & {
  readonly steps: number;
};

/** One session under one cell. */
export interface SessionRow
  extends
    Pick<RowSession, (typeof ABOUT)[number]>,
    Readonly<Record<Exclude<(typeof TOTALS)[number], 'firstOverflow' | 'loop'>, number>> {
  readonly session: string;
  readonly policy: string;
  /** What the column fixes. */
  readonly settings: SweepPlan['columns'][number]['settings'];
  /** What it varies. */
  readonly values: Readonly<Record<string, number>>;
  /** First step that overflows; null without one. */
  readonly firstOverflow: number | null;
  readonly loop: boolean;
  /** Figures by their fields; null where one is not computed yet, or cannot be told. */
  readonly figures: Readonly<Record<string, number | null>>;
}

/** Sessions of a sweep, and cells of its plan. */
interface SweepCells {
  readonly plan: SweepPlan;
  readonly sessions: readonly RowSession[];
  readonly cells: readonly SweepCell[];
}

/** The computed rows, a session's beside each other; the figures of the cells begin at the `first`. */
export function* sessionRows(
  { plan, sessions, cells }: SweepCells,
  results: SweepResults,
  figures: FigureResults | null,
  first = 0,
): Generator<SessionRow, void, void> {
  for (const [row, { id, name, agent, model, hash, generated, steps }] of sessions.entries()) {
    for (const [index, { column, values }] of cells.entries()) {
      const totals = totalsAt(results, row, index);
      const own = plan.columns[column];
      if (totals === null || own === undefined) continue;
      const { sent, unused, firstOverflow, ...counts } = totals;
      const varied = own.axes.map(({ setting }, axis) => [setting, values[axis] ?? NaN] as const);
      yield {
        ...{ session: id, name, agent, model, hash, generated, steps },
        ...{ policy: own.policy, settings: own.settings, values: Object.fromEntries(varied) },
        ...counts,
        firstOverflow: firstOverflow < 0 ? null : firstOverflow,
        ...{ sentTokens: sent, unusedTokens: unused },
        figures: sessionFigures(figures, row, first + index),
      };
    }
  }
}

/** A row as JSON has it: figures beside the other numbers. */
export const sessionRowJson = ({ figures, ...row }: SessionRow) => ({ ...row, ...figures });

/** The head and the lines of a CSV file: each varied setting has a column, empty for a policy without it. */
export function sessionRowCsv({ columns }: SweepPlan, figures: readonly FigureId[]) {
  const axes = [...new Set(columns.flatMap((one) => one.axes.map(({ setting }) => setting)))];
  const fields = figures.map((id) => figureOf(id).field);
  const head = ['session', ...ABOUT, 'policy', 'settings', ...axes, ...TOTALS, ...fields];
  const line = (row: SessionRow): string =>
    csvRecord([
      ...[row.session, ...ABOUT.map((name) => row[name]), row.policy, JSON.stringify(row.settings)],
      ...axes.map((axis) => row.values[axis] ?? null),
      ...TOTALS.map((name) => row[name]),
      ...fields.map((field) => row.figures[field] ?? null),
    ]);
  return { head: csvRecord(head), line };
}
