import { setImmediate } from 'node:timers/promises';
import { sweepExportQuerySchema } from '@/lib/api/contract/sweep-contract';
import type { Block } from '@/lib/answers/model/block';
import { answerMarkdown } from '@/lib/answers/print/markdown';
import { answerText } from '@/lib/answers/print/text';
import {
  sessionRowCsv,
  sessionRowJson,
  sessionRows,
  type SessionRow,
} from '@/lib/answers/questions/parts/session-rows';
import { sweep, sweepFacts } from '@/lib/answers/questions/sweep';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { countedSteps } from '@/lib/api/contract/corpus-contract';
import { checked, handler, type IdPath } from '../handler';
import { collectFigures, collectResults } from './collect';
import { keptPhases, type KeptSweep } from './kept-sweep';
import { requireSweep } from './sweep-record';
import { requireKept } from './sweeps';
import { download } from '../download';

/** Rows written at once. */
const AT_ONCE = 500;

const FILES = {
  csv: { ending: 'csv', type: 'text/csv; charset=utf-8' },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson' },
  text: { ending: 'txt', type: 'text/plain; charset=utf-8' },
  markdown: { ending: 'md', type: 'text/markdown; charset=utf-8' },
} as const;

export const getSweepExport = handler<IdPath>(
  {
    at: 'GET /api/sweeps/{id}/export',
    about:
      'A row per session and computed cell, as CSV or as JSON lines; or what its cells come to, as text or Markdown.',
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
    const cells = phases.at(-1)?.cells ?? [];
    const rows = sessionRows({ ...kept, cells }, results, figures);
    const told = () => toldBlocks(kept, cells, { results, figures });
    const text = {
      csv: () => csvText(rows, kept.plan),
      ndjson: () => joined(rows, (row) => `${JSON.stringify(sessionRowJson(row))}\n`),
      text: () => [answerText(told())],
      markdown: () => [answerMarkdown(told())],
    }[format]();
    const { ending, type } = FILES[format];
    return download(text, { name: `highwater-sweep-${row.seq}.${ending}`, type });
  },
);

/** What the question "sweep" tells of the cells that are computed. */
const toldBlocks = (
  { plan, sessions }: KeptSweep,
  cells: readonly SweepCell[],
  found: { readonly results: SweepResults; readonly figures: FigureResults | null },
): readonly Block[] =>
  sweep.tell(
    sweepFacts(
      { plan, cells, sessions: sessions.map((one) => ({ ...one, steps: countedSteps(one) })) },
      found,
      undefined,
      sessions.map(({ countedFrom = 0 }) => countedFrom),
    ),
    sweep.input.parse({}),
  );

async function* csvText(
  rows: Iterable<SessionRow>,
  plan: SweepPlan,
): AsyncGenerator<string, void, void> {
  const { head, line } = sessionRowCsv(plan, plan.figures?.ids ?? []);
  yield head;
  yield* joined(rows, line);
}

/** The texts of many rows at once; the event loop runs in between. */
async function* joined(
  rows: Iterable<SessionRow>,
  textOf: (row: SessionRow) => string,
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
