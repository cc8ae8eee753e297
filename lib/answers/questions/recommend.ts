import * as z from 'zod';
import type { LeftOut } from '@/lib/analysis/fit/opened/corpus-rows';
import { wordsText } from '@/lib/engine/base/answer/words';
import type { Settings } from '@/lib/engine/policy/fields';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { tellingOf, type Coverage, type Telling } from '@/lib/tuning/evidence/coverage';
import { coverageOf } from '@/lib/tuning/evidence/coverage-tally';
import {
  askCorpus,
  askedPlan,
  exactRecommendation,
  stepsOf,
  type Answer,
} from '@/lib/tuning/recommend/ask-corpus';
import { cellsToCost, withCosts } from '@/lib/tuning/recommend/cells-to-cost';
import { preferences } from '@/lib/tuning/recommend/preference-words';
import { answerColumns, columnCells } from '@/lib/tuning/recommend/answer-columns';
import type { Edge } from '@/lib/tuning/recommend/exact-edges';
import type { HoldOut } from '@/lib/tuning/recommend/hold-out';
import type { Change } from '@/lib/tuning/recommend/recommendation';
import { answerWords } from '@/lib/tuning/recommend/recommendation-words';
import { logChanges, type LogChange } from '@/lib/tuning/recommend/log-changes';
import { sensitivity, type SensitivityRow } from '@/lib/tuning/recommend/sensitivity';
import type { MayCompact } from '@/lib/analysis/explain/likely';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { figureSeconds, sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import { sentence } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineCorpusQuestion } from '../model/corpus';
import { QuestionError, type Progress } from '../model/question';
import { expectationsText, recordedExpectations } from '../report/expectations/record';
import type { SettingsPromise } from '../report/promises/schema';
import { policyOptions, type PolicyOptions } from '../report/options/policy-options';
import { cellRow, rowJson } from './parts/cell-rows';
import { copiedSteps, countedOnce } from '@/lib/tuning/shared-steps';
import {
  askedFigures,
  copyNotes,
  policyText,
  runFigures,
  slicesUnlessNone,
  sumsOf,
  sweptFields,
  sweepSession,
  switchNotes,
  unlessNone,
  type SweepSession,
} from './parts/swept-corpus';
import { settingsPromise } from '../report/promises/settings-promise';
import { answerJson, answerSchema, withCost } from './parts/answer-table';
import { promisesField, scorePromises, tallyWords } from './parts/kept-promises';
import { chosenRows, tunedRows, type TunedRow } from './parts/tuned-rows';
import {
  completeSettings,
  proposed,
  settingsAt,
  tunedBlocks,
  type Tuned,
} from './parts/tuned-blocks';
import { corpusBlocks, rowAnswer, rowSchema } from './parts/row-blocks';

const input = z.strictObject({
  policy: policyText
    .optional()
    .describe('A policy as id or id@preset; if left out: each session’s own'),
  ...sweptFields,
  row: z
    .int()
    .min(1)
    .optional()
    .describe('The row of the corpus that is tuned; if left out: each alone'),
  split: z
    .boolean()
    .default(false)
    .describe('Parts a row whose sessions ran under other settings, as their compactions show'),
  prefer: z
    .enum(preferences)
    .default('compactions')
    .describe(
      'What decides between settings that hold: the fewest compactions; or a cost within 1 % of the least and then room, which takes whole replays',
    ),
  promises: promisesField,
});

const settings = z.record(z.string(), z.unknown());

/** Share by which a recommendation may differ later. */
const WITHIN = 0.05;

/** Settings to ship for some sessions. */
export const tune = defineCorpusQuestion({
  id: 'tune',
  tool: 'recommend',
  title: 'Recommend settings',
  about:
    'Recommends settings for recorded sessions, parted by the agent’s policy, its version and its limit, each part alone: those that overflow and loop nowhere with the fewest compactions, beside what runs today and the runner-up, the room around them, how they hold on sessions left out, and the options as the system’s users write them. Generated sessions never decide.',
  input,
  example: { vary: [{ setting: 'window', from: 180_000, to: 200_000, step: 10_000 }] },
  output: z.object({
    rows: z
      .array(rowSchema)
      .readonly()
      .describe('The corpus by policy, version and limit; each row’s answer in short'),
    leftOut: coreNumbers<LeftOut>('Sessions that decide nothing and are in no row'),
    row: z.int().describe('The row that the rest of the answer is about'),
    policy: z.string(),
    limit: z.int().nullable().describe('The limit of the row’s sessions'),
    plan: coreNumbers<SweepPlan>('What was swept'),
    coverage: coreNumbers<Coverage>('What the sessions can tell'),
    telling: coreNumbers<Telling>('Sessions that can tell settings apart'),
    choice: z.enum(['keep', 'change', 'patch', 'none']).nullable(),
    settings: settings.describe('The proposal; today’s where nothing is proposed'),
    today: settings,
    words: z
      .string()
      .nullable()
      .describe('The answer in a sentence; null without a recorded session'),
    columns: z
      .array(answerSchema)
      .readonly()
      .describe('Today’s settings, the recommended ones and the runner-up'),
    logChanges: z
      .array(coreNumbers<LogChange>('Every tool result cut, under today’s settings'))
      .readonly(),
    edges: z.array(coreNumbers<Edge>('How far a setting may go before something changes')),
    changes: z.array(coreNumbers<Omit<Change, 'row'>>('A session that fares otherwise than today')),
    sensitivity: z
      .array(coreNumbers<SensitivityRow>('The proposal if what nobody recorded was otherwise'))
      .readonly(),
    mayCompact: coreNumbers<MayCompact>(
      'Steps whose margin lies inside the band under the proposal',
    ).nullable(),
    holdOut: z.object({
      byTime: coreNumbers<HoldOut>('Tuned on the earlier sessions, tested on the later').nullable(),
      bySession: coreNumbers<HoldOut>('The same with every third cluster held out').nullable(),
    }),
    options: coreNumbers<PolicyOptions>('The proposal as users of the system write it'),
    promisesKept: z
      .string()
      .nullable()
      .describe('What became of earlier recommendations, as "promises" says; null for none'),
    cells: z.array(z.looseObject({ policy: z.string() })).describe('Sums over recorded sessions'),
  }),
  long: ['plan', 'cells'],
  most: { changes: 100 },
  take: sweepSession,
  work({ taken }, asked) {
    const { rows } = tunedRows(taken, asked);
    const costs = chosenRows(rows, asked).map(({ sessions, question }) => {
      if (question === null) return { replays: 0, steps: 0, seconds: 0 };
      const { plan } = unlessNone(() => askedPlan(sessions, question));
      const figures = askedFigures({ cost: asked.cost || asked.prefer === 'cost' });
      const cost = sweepCost(plan, stepsOf(sessions), figures);
      // Today's settings, the recommended ones and the runner-up are priced besides.
      const priced = stepsOf(sessions).reduce((sum, steps) => sum + figureSeconds(steps), 0);
      return { ...cost, seconds: cost.seconds + 3 * priced };
    });
    const sum = (of: 'replays' | 'steps' | 'seconds'): number =>
      costs.reduce((all, one) => all + one[of], 0);
    return { replays: sum('replays'), steps: sum('steps'), seconds: sum('seconds') };
  },
  *run({ taken }, asked) {
    const { rows, leftOut } = tunedRows(taken, asked);
    const once = countedOnce(taken);
    const counted = new Map(taken.map((one, at) => [one, once[at] ?? one]));
    const tuned: Tuned[] = [];
    for (const row of chosenRows(rows, asked)) tuned.push(yield* tunedOf(row, counted, asked));
    const [first] = tuned;
    if (first === undefined) throw new Error('No row is tuned');
    const promised = asked.promises?.promises ?? [];
    return {
      leftOut,
      rows: rows.map((row) => rowAnswer(row, tuned)),
      ...answerOf(first),
      promisesKept: tallyWords(yield* scorePromises(promised, taken)),
      all: { rows, tuned, promised },
    };
  },
  tell: ({ all, leftOut, promisesKept, coverage, telling, options }) => [
    ...corpusBlocks(all, leftOut),
    ...(promisesKept === null
      ? []
      : [sentence([`Of recommendations that were taken before: ${promisesKept}`])]),
    ...(all.tuned.length > 1
      ? []
      : all.tuned.flatMap((one) => tunedBlocks(one, { coverage, telling, options }))),
  ],
  record: {
    about: 'write the expectations of the proposal to a new file',
    text: ({ all }) => expectationsOf(all),
  },
});

type TuneInput = z.output<typeof input>;

/** The long answer about one row. */
function answerOf(tuned: Tuned) {
  const { answer, recommendation, figures, row } = tuned;
  const { field, sessions, plan } = answer;
  const place = proposed(tuned);
  return {
    ...{ row: row.number, policy: row.choice.policy.id, limit: row.limit, plan },
    coverage: coverageOf(sessions),
    telling: tellingOf(field),
    choice: recommendation?.choice.kind ?? null,
    settings: settingsAt(tuned, place),
    today: settingsAt(tuned, field.baseline),
    words: recommendation === null ? null : wordsText(answerWords(field, recommendation)),
    columns: tuned.columns.map((one) => answerJson(field, one)),
    logChanges: tuned.logChanges,
    edges: [...(recommendation?.edges ?? [])],
    changes: (recommendation?.changes ?? []).map(({ row: at, ...change }) => ({
      session: sessions[at]?.facts.name,
      ...change,
    })),
    sensitivity: tuned.sensitivity.rows,
    mayCompact: tuned.sensitivity.mayCompact,
    holdOut: {
      byTime: recommendation?.byTime ?? null,
      bySession: recommendation?.bySession ?? null,
    },
    options: policyOptions(row.choice.policy, completeSettings(tuned, place)),
    cells: field.cells.flatMap((cell, index) =>
      recommendation === null
        ? []
        : [rowJson(cellRow(field.column, cell, recommendation.region.sums, index, figures))],
    ),
  };
}

/** Sweeps, recommends, and tries what nobody recorded otherwise. @throws QuestionError */
function* tunedOf(
  row: TunedRow,
  counted: ReadonlyMap<SweepSession, SweepSession>,
  asked: TuneInput,
): Generator<Progress, Tuned, void> {
  const { question, choice } = row;
  if (question === null) throw new Error(`${row.name} has nothing to sweep`);
  const corpus = row.sessions.map((one) => counted.get(one) ?? one);
  const notes = [...copyNotes(copiedSteps(corpus)), ...switchNotes(corpus)];
  const totals = yield* slicesUnlessNone(askCorpus(corpus, question));
  const answer = asked.prefer === 'cost' ? yield* pricedAnswer(totals, corpus, asked) : totals;
  const { plan, field } = answer;
  const swept = {
    done: field.cells.length * corpus.length,
    of: field.cells.length * corpus.length,
  };
  const recommendation = yield* steps(exactRecommendation(answer, corpus), swept);
  const recorded = [...corpus.keys()].filter((at) => corpus[at]?.facts.generated === false);
  const priced = yield* runFigures(corpus, { plan, cells: field.cells }, asked);
  const compared = recommendation === null ? [] : answerColumns(field, recommendation);
  const cells = columnCells(field, compared);
  const costs = yield* runFigures(corpus, { plan, cells }, { ...asked, cost: true });
  const [cost] = sumsOf(costs, recorded);
  const tuned = {
    ...{ row, notes, settings: question.settings, ranges: question.ranges, corpus: row.sessions },
    ...{ answer, recommendation, figures: sumsOf(priced, recorded) },
    columns: compared.map((one, at) => withCost(one, cost, at)),
    logChanges:
      recommendation === null
        ? []
        : yield* steps(
            logChanges(
              field,
              plan,
              corpus.map(({ session }) => session),
            ),
            swept,
          ),
    costs,
  };
  const proposal = settingsAt(tuned, proposed(tuned));
  const { policy } = choice;
  const rows = recorded.flatMap((at) => {
    const one = corpus[at]?.session;
    if (one === undefined) return [];
    const own = sessionSettings(policy, one.profile.head) as Settings;
    return [{ session: one, settings: policy.settings.parse({ ...own, ...proposal }) as Settings }];
  });
  return { ...tuned, sensitivity: yield* steps(sensitivity(rows, policy, plan.limit), swept) };
}

/** The answer with the costs that decide it; as it is where no session has a price. */
function* pricedAnswer(
  answer: Answer,
  corpus: readonly SweepSession[],
  asked: TuneInput,
): Generator<Progress, Answer, void> {
  const costs = cellsToCost(answer.field);
  const task = { plan: answer.plan, cells: costs.cells };
  const figures = yield* runFigures(corpus, task, { ...asked, cost: true });
  return figures === null ? answer : { ...answer, field: withCosts(answer.field, costs, figures) };
}

/** A search that may be paused, and counts nothing. */
function* steps<T>(
  search: Generator<unknown, T, void>,
  progress: Progress,
): Generator<Progress, T, void> {
  for (;;) {
    const next = search.next();
    if (next.done === true) return next.value;
    yield progress;
  }
}

/** highwater.yaml: what the proposal does to the sessions now. @throws QuestionError for several rows */
function expectationsOf(all: {
  readonly tuned: readonly Tuned[];
  readonly promised: readonly SettingsPromise[];
}): string {
  const [tuned, ...others] = all.tuned;
  if (tuned === undefined || others.length > 0) {
    throw new QuestionError('row', 'Expectations are of one row: --row names it.');
  }
  const { row, answer, ranges, recommendation, corpus } = tuned;
  const { field, plan } = answer;
  const place = proposed(tuned);
  const varied = Object.fromEntries(
    field.column.axes.map(({ setting, values }, axis) => [setting, values[place[axis] ?? -1] ?? 0]),
  );
  return expectationsText(
    recordedExpectations({
      policy: row.choice.policy,
      settings: settingsAt(tuned, place),
      limit: plan.limit,
      sessions: corpus.map(({ facts, session }) => ({ name: facts.name, session })),
      // A check tunes by compactions: of a cost only the settings are held.
      ...(recommendation === null ||
      recommendation.choice.kind === 'none' ||
      field.costs !== undefined
        ? {}
        : { recommendation: { settings: varied, within: WITHIN, vary: [...ranges] } }),
      promises: [...all.promised, ...promisesOf(tuned)],
    }),
  );
}

/** What the answer promises of its settings; nothing where it proposes none. */
function promisesOf(tuned: Tuned): readonly SettingsPromise[] {
  const { row, answer, recommendation, columns, costs, settings } = tuned;
  if (recommendation === null) return [];
  const { policy, preset, limit } = row;
  const { field } = answer;
  const taken = { policy, preset, limit, settings, field, recommendation, columns, costs };
  const promise = settingsPromise({ ...taken, sessions: tuned.corpus });
  return promise === null ? [] : [promise];
}
