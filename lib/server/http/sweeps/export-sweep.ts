import { setImmediate } from 'node:timers/promises';
import { csvRecord } from '@/lib/engine/base/csv';
import { sweepExportQuerySchema } from '@/lib/api/contract/sweep-contract';
import { figureOf } from '@/lib/tuning/figures/figure';
import { sessionFigures } from '@/lib/tuning/figures/figure-fields';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import { totalsAt, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { checked, handler, type IdPath } from '../handler';
import { collectFigures, collectResults } from './collect';
import { keptPhases, type KeptSweep } from './kept-sweep';
import { requireSweep } from './sweep-record';
import { requireKept } from './sweeps';
import { download } from '../download';

/** Rows written at once. */
const AT_ONCE = 500;

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

export const getSweepExport = handler<IdPath>(
  {
    at: 'GET /api/sweeps/{id}/export',
    about: 'A row per session and computed cell, as CSV or as JSON lines.',
    sends: 'text/csv',
    query: sweepExportQuerySchema,
  },
  async ({ db, params, query }) => {
    const { format } = checked(sweepExportQuerySchema, query);
    const row = await requireSweep(db, params.id);
    const kept = await requireKept(db, row);
    const phases = await keptPhases(db, kept, row.phase);
    const results = await collectResults(db, kept, phases);
    const figures = await collectFigures(db, kept, phases);
    const rows = exportRows(kept, phases.at(-1)?.cells ?? [], { results, figures });
    const text = format === 'csv' ? csvText(rows, kept.plan) : jsonLines(rows);
    return download(text, { name: `highwater-sweep-${row.seq}.${format}`, type: TYPES[format] });
  },
);

/** Names of the settings that some policy of a plan varies. */
const axesOf = ({ columns }: SweepPlan): readonly string[] => [
  ...new Set(columns.flatMap(({ axes }) => axes.map(({ setting }) => setting))),
];

/** One session under one cell. */
interface ExportRow {
  readonly session: string;
  readonly name: string;
  readonly agent: string;
  readonly model: string | null;
  readonly hash: string;
  readonly generated: boolean;
  readonly steps: number;
  readonly policy: string;
  /** What the column fixes. */
  readonly settings: SweepPlan['columns'][number]['settings'];
  /** What it varies. */
  readonly values: Readonly<Record<string, number>>;
  readonly compactions: number;
  readonly passes: number;
  readonly overflowSteps: number;
  /** First step that overflows; null without one. */
  readonly firstOverflow: number | null;
  readonly loop: boolean;
  readonly sentTokens: number;
  readonly unusedTokens: number;
  /** Figures by their fields; null where one is not computed yet, or cannot be told. */
  readonly figures: Readonly<Record<string, number | null>>;
}

/** The computed rows, a session's beside each other. */
function* exportRows(
  { plan, sessions }: KeptSweep,
  cells: readonly SweepCell[],
  { results, figures }: { readonly results: SweepResults; readonly figures: FigureResults | null },
): Generator<ExportRow> {
  for (const [row, session] of sessions.entries()) {
    const { id, name, agent, model, hash, generated, steps } = session;
    const facts = { session: id, name, agent, model, hash, generated, steps };
    for (const [index, cell] of cells.entries()) {
      const totals = totalsAt(results, row, index);
      const column = plan.columns[cell.column];
      if (totals === null || column === undefined) continue;
      const { sent, unused, firstOverflow, ...counts } = totals;
      const varied = column.axes.map(({ setting }, axis) => [setting, cell.values[axis] ?? NaN]);
      yield {
        ...facts,
        policy: column.policy,
        settings: column.settings,
        values: Object.fromEntries(varied) as Record<string, number>,
        ...counts,
        firstOverflow: firstOverflow < 0 ? null : firstOverflow,
        sentTokens: sent,
        unusedTokens: unused,
        figures: sessionFigures(figures, row, index),
      };
    }
  }
}

async function* jsonLines(rows: Iterable<ExportRow>): AsyncGenerator<string, void, void> {
  yield* joined(rows, ({ figures, ...row }) => `${JSON.stringify({ ...row, ...figures })}\n`);
}

/** Settings that are varied have columns of their own; a policy without one leaves it empty. */
async function* csvText(
  rows: Iterable<ExportRow>,
  plan: SweepPlan,
): AsyncGenerator<string, void, void> {
  const axes = axesOf(plan);
  const asked = (plan.figures?.ids ?? []).map((id) => figureOf(id).field);
  yield csvRecord([...BEFORE, 'settings', ...axes, ...AFTER, ...asked]);
  yield* joined(rows, (row) =>
    csvRecord([
      ...BEFORE.map((name) => row[name]),
      JSON.stringify(row.settings),
      ...axes.map((axis) => row.values[axis] ?? null),
      ...AFTER.map((name) => row[name]),
      ...asked.map((field) => row.figures[field] ?? null),
    ]),
  );
}

const BEFORE = [
  'session',
  'name',
  'agent',
  'model',
  'hash',
  'generated',
  'steps',
  'policy',
] as const satisfies readonly (keyof ExportRow)[];

const AFTER = [
  'compactions',
  'passes',
  'overflowSteps',
  'firstOverflow',
  'loop',
  'sentTokens',
  'unusedTokens',
] as const satisfies readonly (keyof ExportRow)[];

/** The texts of many rows at once; the event loop runs in between. */
async function* joined(
  rows: Iterable<ExportRow>,
  textOf: (row: ExportRow) => string,
): AsyncGenerator<string, void, void> {
  let texts: string[] = [];
  for (const row of rows) {
    texts.push(textOf(row));
    if (texts.length < AT_ONCE) continue;
    yield texts.join('');
    texts = [];
    await setImmediate();
  }
  yield texts.join('');
}
