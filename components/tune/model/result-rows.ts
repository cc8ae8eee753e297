import {
  sessionRowCsv,
  sessionRowJson,
  sessionRows,
} from '@/lib/answers/questions/parts/session-rows';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import type { TuneRow } from './deciding-rows';

/** Forms in which results leave the page. */
export const resultForms = ['CSV', 'NDJSON'] as const;
export type ResultForm = (typeof resultForms)[number];

/** Results of some cells of a sweep, as the text files hold them. */
interface ResultPart {
  readonly plan: SweepPlan;
  readonly sessions: readonly TuneRow[];
  readonly cells: readonly SweepCell[];
  readonly results: SweepResults;
  /** Figures that were computed, of all cells of the sweep; these are those from the `first`-th on. */
  readonly figures?: { readonly results: FigureResults; readonly first: number } | null;
}

/** The first line of a CSV file; NDJSON has none. */
export const resultHead = (
  form: ResultForm,
  plan: SweepPlan,
  figures: readonly FigureId[] = [],
): string => (form === 'NDJSON' ? '' : sessionRowCsv(plan, figures).head);

/** A line for each session under each cell, as the export of a kept sweep has it; a cell that is not computed has none. */
export function resultText(
  form: ResultForm,
  { plan, sessions, cells, results, figures = null }: ResultPart,
): string {
  const about = sessions.map(({ facts, steps }) => ({ ...facts, steps }));
  const computed = figures?.results ?? null;
  const rows = sessionRows({ plan, sessions: about, cells }, results, computed, figures?.first);
  const { line } = sessionRowCsv(plan, computed?.figures ?? []);
  return [...rows]
    .map((row) => (form === 'CSV' ? line(row) : `${JSON.stringify(sessionRowJson(row))}\n`))
    .join('');
}
