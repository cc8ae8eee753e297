import * as z from 'zod';
import { mixedWords } from '@/lib/analysis/fit/opened/corpus-policy';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { settingFields } from '@/lib/engine/policy/fields';
import {
  chooseSettings,
  type GivenSettings,
  type PolicyChoice,
} from '@/lib/policies/policy-choice';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { inSlices } from '@/lib/tuning/in-slices';
import { stepsOf, sweepOf } from '@/lib/tuning/recommend/ask-corpus';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { copiedSteps, countedOnce, ownSteps } from '@/lib/tuning/shared-steps';
import { axisValues } from '@/lib/tuning/sweep/axis-values';
import type { SweepCell, SweepColumn, SweepPlan } from '@/lib/tuning/sweep/plan';
import { sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { sentence, type Block } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineCorpusQuestion } from '../model/corpus';
import { QuestionError } from '../model/question';
import { cellFields, cellRow, cellTable, rowJson, type CellRow } from './cell-rows';
import { sessionRowJson, sessionRows } from './session-rows';
import {
  askedFigures,
  copyNotes,
  figureNotes,
  isNamed,
  namedPolicy,
  openedPolicy,
  policyText,
  runFigures,
  sumsOf,
  sweptFields,
  sweepSession,
  switchNotes,
  unlessNone,
  type SweepSession,
} from './swept-corpus';

const input = z.strictObject({
  policies: z
    .array(policyText)
    .min(1)
    .max(100)
    .optional()
    .describe('Policies as id or id@preset; if left out: the one that the most sessions open with'),
  ...sweptFields,
  sample: z
    .int()
    .min(1)
    .optional()
    .describe(
      'A Latin hypercube of so many points in place of the grid, refined where neighbours differ',
    ),
  seed: z.int().min(1).default(1).describe('Seed of the hypercube'),
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
    'Replays sessions under every setting of a grid, for one or several policies, and says of each cell how often it compacts and how many sessions overflow or loop.',
  input,
  output: z.object({
    mixed: z
      .string()
      .nullable()
      .describe('Which policies the sessions ran under, where none was named and they differ'),
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
  work: ({ taken }, asked) => sweepCost(planOf(asked, taken), stepsOf(taken), askedFigures(asked)),
  *run({ taken: read }, asked) {
    const taken = countedOnce(read);
    const plan = planOf(asked, taken);
    const steps = stepsOf(taken);
    const run = unlessNone(() => sweepOf(taken, plan));
    const cost = sweepCost(plan, steps, askedFigures(asked));
    const about = `${counted(cost.replays, 'replay')} of ${counted(cost.steps, 'step')} in all: about ${formatFixed(cost.seconds, 1)} s.`;
    yield { done: 0, of: cost.replays, about };
    const totals = sweepCost(plan, steps);
    yield* inSlices(run, totals.seconds / totals.replays);
    const { cells, results } = run;
    const own = ownSteps(taken);
    const figures = yield* runFigures(taken, { plan, cells }, asked);
    const named = asked.policies?.some(isNamed) === true;
    return sweepFacts(
      {
        plan,
        cells,
        sessions: taken.map(({ facts }, row) => ({ ...facts, steps: own[row] ?? 0 })),
      },
      { results, figures },
      named ? null : mixedWords(openedPolicy(taken)),
      copiedSteps(taken),
      switchNotes(taken),
    );
  },
  tell({ mixed, columns, sessions, rows, notes }) {
    const steps = rows[0]?.row.steps ?? 0;
    return [
      ...(mixed === null ? [] : [line(mixed)]),
      line(
        `${counted(sessions.length, 'session')}, ${counted(steps, 'step')}, ${counted(rows.length, 'cell')}; overflow and loop count sessions.`,
      ),
      ...notes.map(line),
      ...columns.flatMap((column, index) => {
        const own = rows.filter((one) => one.column === index).map(({ row }) => row);
        const more = own.length - MOST_ROWS;
        return [
          cellTable(column.policy, column, own.slice(0, MOST_ROWS), () => ''),
          ...(more > 0 ? [line(`${formatInteger(more)} more cells: --csv prints each.`)] : []),
        ];
      }),
    ];
  },
  *csv({ columns, rows }) {
    const axes = [...new Set(columns.flatMap((one) => one.axes.map(({ setting }) => setting)))];
    const asked = Object.keys(rows[0]?.row.figures ?? {});
    yield ['policy', ...axes, ...cellFields, ...asked];
    for (const { row } of rows) {
      yield [
        row.policy,
        ...axes.map((setting) => row.values[setting] ?? null),
        ...cellFields.map((field) => row[field]),
        ...asked.map((field) => row.figures[field] ?? null),
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
  { results, figures }: { readonly results: SweepResults; readonly figures: FigureResults | null },
  mixed: string | null = null,
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
  const rows = cells.flatMap((one, index): readonly { column: number; row: CellRow }[] => {
    const column = plan.columns[one.column];
    // A sweep that goes on tells what it has computed of every session.
    if (column === undefined || sums.complete[index] !== 1) return [];
    return [{ column: one.column, row: cellRow(column, one, sums, index, asked) }];
  });
  return {
    ...{ mixed, limit: plan.limit, columns: plan.columns, sessions: [...sessions] },
    ...{ total: rows.length, cells: rows.map(({ row }) => rowJson(row)) },
    ...{
      swept: { plan, sessions, cells },
      rows,
      results,
      figures,
      notes: [...copyNotes(copied), ...about, ...figureNotes(asked)],
    },
  };
}

type SweepInput = z.output<typeof input>;

/** What is swept. @throws QuestionError */
const planOf = (asked: SweepInput, sessions: readonly SweepSession[]): SweepPlan => ({
  columns: columnsOf(asked, sessions),
  limit: asked.limit ?? null,
});

/**
 * A column for each policy; where none is named, for the one that the sessions open with.
 * @throws QuestionError
 */
function columnsOf(
  { policies: ids = [OWN_POLICY], ...given }: SweepInput,
  sessions: readonly SweepSession[],
): readonly SweepColumn[] {
  const choices = ids.map((id) =>
    isNamed(id) ? namedPolicy(id, 'policies') : openedPolicy(sessions),
  );
  const columns = choices.map((choice) => columnOf(choice, given));
  const known = choices.flatMap(({ policy }) => settingFields(policy).map(({ key }) => key));
  const varied = given.vary.map(({ setting }) => setting);
  const unknown = [...Object.keys(given.settings), ...varied].find((key) => !known.includes(key));
  if (unknown === undefined) return columns;
  const named = columns.map(({ policy }) => policy).join(', ');
  throw new QuestionError('settings', `${named}: no setting "${unknown}".`);
}

/** The column of a policy, with the axes and settings that it has. @throws QuestionError */
function columnOf(
  choice: PolicyChoice,
  { settings, vary, sample, seed }: Omit<SweepInput, 'policies'>,
): SweepColumn {
  const { policy, preset } = choice;
  const keys = settingFields(policy).map(({ key }) => key);
  const own = Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key)));
  const allow = (given: GivenSettings, at: string): void => {
    const chosen = chooseSettings(choice, given, {});
    if (!chosen.ok) throw new QuestionError(at, chosen.error.message);
  };
  allow(own, 'settings');
  const axes = vary
    .filter(({ setting }) => keys.includes(setting))
    .map((range) => {
      const { setting } = range;
      const values = unlessNone(() => axisValues(range), `vary.${setting}`);
      for (const value of [values[0], values.at(-1)]) {
        allow({ ...own, [setting]: value }, `vary.${setting}`);
      }
      return { setting, values };
    });
  return {
    policy: policy.id,
    settings: { ...(preset?.settings as GivenSettings | undefined), ...own },
    axes,
    sample: sample === undefined ? null : { count: sample, seed },
  };
}
