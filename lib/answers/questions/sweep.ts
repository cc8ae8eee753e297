import * as z from 'zod';
import type { MayCompact } from '@/lib/analysis/explain/likely';
import { leftOutWords, type LeftOut } from '@/lib/analysis/fit/opened/corpus-rows';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { inSlices } from '@/lib/tuning/in-slices';
import { stepsOf, sweepOf } from '@/lib/tuning/recommend/ask-corpus';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { copiedSteps, ownSteps } from '@/lib/tuning/shared-steps';
import { mayCompactByCell } from '@/lib/tuning/sweep/may-compact';
import type { SweepCell, SweepColumn, SweepPlan } from '@/lib/tuning/sweep/plan';
import { secondsWords, sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { sentence, type Block } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineCorpusQuestion } from '../model/corpus';
import { cellFields, cellRow, cellTable, rowJson, type CellRow } from './parts/cell-rows';
import { sessionRowJson, sessionRows } from './parts/session-rows';
import { columnsOf } from './parts/swept-columns';
import {
  KEPT_LIST,
  sweptRow,
  sweptRowLines,
  sweptRowSchema,
  type SweptRow,
} from './parts/swept-row';
import {
  askedFigures,
  copyNotes,
  figureNotes,
  isNamed,
  namedPolicy,
  policyText,
  runFigures,
  sumsOf,
  sweptFields,
  sweepSession,
  switchNotes,
  unlessNone,
  type SweepSession,
} from './parts/swept-corpus';

const input = z.strictObject({
  policies: z
    .array(policyText)
    .min(1)
    .max(100)
    .optional()
    .describe('Policies as id or id@preset; if left out: the row’s own'),
  ...sweptFields,
  sample: z
    .int()
    .min(1)
    .optional()
    .describe(
      'A Latin hypercube of so many points in place of the grid, refined where neighbours differ',
    ),
  seed: z.int().min(1).default(1).describe('Seed of the hypercube'),
  row: z
    .int()
    .min(1)
    .optional()
    .describe('The row of the corpus that is swept; if left out: the first that can be'),
});

const cell = z.looseObject({
  policy: z.string(),
  values: z.record(z.string(), z.number()),
  sessions: z.int(),
  steps: z.int(),
  compactions: z.int(),
  per100Steps: z.number(),
  passes: z.int(),
  overflowingSessions: z.int(),
  overflowSteps: z.int(),
  loopingSessions: z.int(),
  sent: z.number().describe('Real tokens of all requests'),
  unusedPerCompaction: z.number().nullable().describe('Tokens below the limit at a compaction'),
  mayCompact: coreNumbers<MayCompact>('Decisions whose margin lies inside the band')
    .nullable()
    .optional(),
});

const session = z.object({
  id: z.string(),
  name: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  hash: z.string(),
  generated: z.boolean(),
  subAgent: z.boolean(),
  cluster: z.string(),
  startedAt: z.number().nullable(),
});

/** Cells of a policy that the table tells. */
const MOST_ROWS = 100;

/** What each cell of a grid of settings comes to. */
export const sweep = defineCorpusQuestion({
  id: 'sweep',
  title: 'Sweep settings',
  about:
    'Replays sessions under every setting of a grid, for one or several policies, and says of each cell how often it compacts and how many sessions overflow or loop. Sessions of one policy, version and limit are swept at a time.',
  input,
  example: { vary: [{ setting: 'window', from: 180_000, to: 200_000, step: 10_000 }] },
  output: z.object({
    rows: z
      .array(sweptRowSchema)
      .readonly()
      .describe('The corpus by policy, version and limit; where a policy is named by limit alone'),
    row: z.int().nullable().describe('The row that is swept; null for a kept list of sessions'),
    leftOut: coreNumbers<LeftOut>('Sessions that decide nothing and are in no row'),
    limit: z.int().nullable().describe('Limit of every session; null: its own'),
    columns: z
      .array(coreNumbers<SweepColumn>('A policy, what is fixed of it, and the values of its axes'))
      .readonly(),
    sessions: z.array(session).readonly(),
    total: z.int().describe('Cells of the grid'),
    cells: z.array(cell).describe('Sums over the sessions'),
  }),
  long: ['columns', 'sessions'],
  most: { cells: 500 },
  take: sweepSession,
  work({ taken: read }, asked) {
    const { taken, plan } = sweptOf(asked, read);
    return sweepCost(plan, stepsOf(taken), askedFigures(asked));
  },
  *run({ taken: read }, asked) {
    const { of, taken, plan } = sweptOf(asked, read);
    const steps = stepsOf(taken);
    const run = unlessNone(() => sweepOf(taken, plan));
    const cost = sweepCost(plan, steps, askedFigures(asked));
    const about = `${counted(cost.replays, 'replay')} of ${counted(cost.steps, 'step')} in all: ${secondsWords(cost.seconds)}.`;
    yield { done: 0, of: cost.replays, about };
    const totals = sweepCost(plan, steps);
    yield* inSlices(run, totals.seconds / totals.replays);
    const { cells, results } = run;
    const own = ownSteps(taken);
    const figures = yield* runFigures(taken, { plan, cells }, asked);
    const mayCompact = yield* mayCompactByCell(
      taken.map(({ session: one }) => one),
      { plan, cells, results },
    );
    return sweepFacts(
      {
        plan,
        cells,
        sessions: taken.map(({ facts }, row) => ({ ...facts, steps: own[row] ?? 0 })),
      },
      { results, figures, mayCompact },
      of,
      copiedSteps(taken),
      switchNotes(taken),
    );
  },
  tell({ rows, row, leftOut, columns, sessions, told, notes }) {
    const steps = told[0]?.row.steps ?? 0;
    return [
      ...sweptRowLines({ rows, row, leftOut }).map(line),
      ...leftOutWords(leftOut).map(line),
      line(
        `${counted(sessions.length, 'session')}, ${counted(steps, 'step')}, ${counted(told.length, 'cell')}; overflow and loop count sessions.`,
      ),
      ...notes.map(line),
      ...columns.flatMap((column, index) => {
        const own = told.filter((one) => one.column === index).map((one) => one.row);
        const more = own.length - MOST_ROWS;
        return [
          cellTable(column.policy, column, own.slice(0, MOST_ROWS), () => ''),
          ...(more > 0 ? [line(`${formatInteger(more)} more cells: --csv prints each.`)] : []),
        ];
      }),
    ];
  },
  *csv({ columns, told }) {
    const axes = [...new Set(columns.flatMap((one) => one.axes.map(({ setting }) => setting)))];
    const asked = Object.keys(told[0]?.row.figures ?? {});
    yield ['policy', ...axes, ...cellFields, 'mayCompactSteps', ...asked];
    for (const { row: one } of told) {
      yield [
        one.policy,
        ...axes.map((setting) => one.values[setting] ?? null),
        ...cellFields.map((field) => one[field]),
        one.mayCompact === undefined ? null : (one.mayCompact?.steps ?? 0),
        ...asked.map((field) => one.figures[field] ?? null),
      ];
    }
  },
  *ndjson({ swept, results, figures }) {
    for (const row of sessionRows(swept, results, figures)) yield sessionRowJson(row);
  },
});

const line = (text: string): Block => sentence([text]);

/** The facts of a sweep that was computed, here or in shares on other machines. */
export function sweepFacts(
  {
    plan,
    cells,
    sessions,
  }: {
    readonly plan: SweepPlan;
    readonly cells: readonly SweepCell[];
    readonly sessions: readonly (CorpusFacts & { readonly steps: number })[];
  },
  {
    results,
    figures,
    mayCompact,
  }: {
    readonly results: SweepResults;
    readonly figures: FigureResults | null;
    /** By cell; left out where it was not computed. */
    readonly mayCompact?: readonly (MayCompact | null)[];
  },
  of: SweptRow = KEPT_LIST,
  /** Steps of each session that another one counts. */
  copied: readonly number[] = [],
  about: readonly string[] = [],
) {
  const all = [...sessions.keys()];
  const sums = cellSums(
    results,
    all,
    sessions.map(({ steps }) => steps),
  );
  const asked = sumsOf(figures, all);
  const told = cells.flatMap((one, index): readonly { column: number; row: CellRow }[] => {
    const column = plan.columns[one.column];
    // A sweep that goes on tells what it has computed of every session.
    if (column === undefined || sums.complete[index] !== 1) return [];
    const unsure = mayCompact && { mayCompact: mayCompact[index] ?? null };
    return [
      { column: one.column, row: { ...cellRow(column, one, sums, index, asked), ...unsure } },
    ];
  });
  return {
    ...{ ...of, limit: plan.limit, columns: plan.columns, sessions: [...sessions] },
    ...{ total: told.length, cells: told.map((one) => rowJson(one.row)) },
    ...{
      swept: { plan, sessions, cells },
      told,
      results,
      figures,
      notes: [
        ...copyNotes(copied),
        ...about,
        ...((mayCompact ?? figures?.figures.includes('mayCompact')) ? [] : [UNSURE_NOT_COUNTED]),
        ...figureNotes(asked),
      ],
    },
  };
}

/** A kept sweep counts what its plan asks for. */
const UNSURE_NOT_COUNTED =
  'What may compact, by the band of what is projected, was not counted: this sweep was kept without that figure.';

type SweepInput = z.output<typeof input>;

/** The row that is swept, and under what. @throws QuestionError */
function sweptOf(asked: SweepInput, read: readonly SweepSession[]) {
  const { policies: ids = [OWN_POLICY], row, limit, vary, settings } = asked;
  const given = ids.map((id) => (isNamed(id) ? namedPolicy(id, 'policies') : null));
  // Policies that are named are compared over all that ran at one limit, whatever it ran under.
  const named = given.includes(null) ? null : (given[0] ?? null);
  const keys = [...vary.map(({ setting }) => setting), ...Object.keys(settings)];
  const { of, choice, taken } = sweptRow(read, { named, limit, row, keys });
  const columns = columnsOf(
    given.map((one) => one ?? choice),
    asked,
  );
  const plan: SweepPlan = { columns, limit: limit ?? null };
  return { of, taken, plan };
}
