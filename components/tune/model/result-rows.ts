import { csvRecord } from '@/lib/engine/base/csv';
import { figureOf } from '@/lib/tuning/figures/figure';
import { sessionFigures } from '@/lib/tuning/figures/figure-fields';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import { totalsAt, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
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

/** Settings that any column of a plan varies, in order of appearance. */
const settingsOf = ({ columns }: SweepPlan): readonly string[] => [
  ...new Set(columns.flatMap(({ axes }) => axes.map(({ setting }) => setting))),
];

/** The first line of a CSV file; NDJSON has none. */
export function resultHead(
  form: ResultForm,
  plan: SweepPlan,
  figures: readonly FigureId[] = [],
): string {
  if (form === 'NDJSON') return '';
  return csvRecord([
    ...['session', 'id', 'generated', 'steps', 'policy'],
    ...settingsOf(plan),
    ...['compactions', 'passes', 'overflowSteps', 'firstOverflow', 'loop', 'sent', 'unused'],
    ...figures.map((id) => figureOf(id).field),
  ]);
}

/** A line for each session under each cell; a cell that is not computed has none. */
export function resultText(
  form: ResultForm,
  { plan, sessions, cells, results, figures = null }: ResultPart,
): string {
  const names = settingsOf(plan);
  const lines: string[] = [];
  for (const [row, { facts, steps }] of sessions.entries()) {
    for (const [at, { column, values }] of cells.entries()) {
      const totals = totalsAt(results, row, at);
      const own = plan.columns[column];
      if (totals === null || own === undefined) continue;
      const varied = Object.fromEntries(
        own.axes.map(({ setting }, axis) => [setting, values[axis]]),
      );
      const asked = sessionFigures(figures?.results ?? null, row, (figures?.first ?? 0) + at);
      const firstOverflow = totals.firstOverflow < 0 ? null : totals.firstOverflow;
      if (form === 'NDJSON') {
        const { id, name, generated } = facts;
        const record = {
          session: name,
          id,
          generated,
          steps,
          policy: own.policy,
          settings: varied,
        };
        lines.push(`${JSON.stringify({ ...record, ...totals, firstOverflow, ...asked })}\n`);
        continue;
      }
      lines.push(
        csvRecord([
          ...[facts.name, facts.id, facts.generated, steps, own.policy],
          ...names.map((name) => varied[name] ?? null),
          ...[totals.compactions, totals.passes, totals.overflowSteps, firstOverflow, totals.loop],
          ...[totals.sent, totals.unused],
          ...Object.values(asked),
        ]),
      );
    }
  }
  return lines.join('');
}
