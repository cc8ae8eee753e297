import * as z from 'zod';
import { mixedWords } from '@/lib/analysis/fit/opened/corpus-policy';
import { wordsText } from '@/lib/engine/base/answer/words';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { tellingOf, type Coverage, type Telling } from '@/lib/tuning/evidence/coverage';
import { coverageOf } from '@/lib/tuning/evidence/coverage-tally';
import {
  askCorpus,
  askedPlan,
  exactRecommendation,
  smallestLimit,
  stepsOf,
} from '@/lib/tuning/recommend/ask-corpus';
import type { Edge } from '@/lib/tuning/recommend/exact-edges';
import type { HoldOut } from '@/lib/tuning/recommend/hold-out';
import type { Change } from '@/lib/tuning/recommend/recommendation';
import { answerWords } from '@/lib/tuning/recommend/recommendation-words';
import { sensitivity, type SensitivityRow } from '@/lib/tuning/recommend/sensitivity';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { axisFields, firstAxis, UNKNOWN_LIMIT } from '@/lib/tuning/sweep/first-axes';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import { coreNumbers } from '../model/core-numbers';
import { defineCorpusQuestion } from '../model/corpus';
import type { Progress } from '../model/question';
import { expectationsText, recordedExpectations } from '../report/expectations/record';
import { policyOptions, type PolicyOptions } from '../report/options/policy-options';
import { cellRow, rowJson } from './cell-rows';
import { copiedSteps, countedOnce } from '@/lib/tuning/shared-steps';
import {
  askedFigures,
  copyNotes,
  isNamed,
  namedPolicy,
  openedPolicy,
  policyText,
  runFigures,
  slicesUnlessNone,
  sumsOf,
  sweptFields,
  sweepSession,
  switchNotes,
  unlessNone,
  type SweepSession,
} from './swept-corpus';
import { completeSettings, proposed, settingsAt, tunedBlocks, type Tuned } from './tuned-blocks';

const input = z.strictObject({
  policy: policyText
    .optional()
    .describe('A policy as id or id@preset; if left out: the one that the most sessions open with'),
  ...sweptFields,
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
    'Recommends settings of a policy for recorded sessions: those that overflow and loop nowhere with the fewest compactions, the room around them, what changes against today’s, how they hold on sessions left out, and the options as the system’s users write them. Generated sessions never decide.',
  input,
  output: z.object({
    policy: z.string(),
    mixed: z
      .string()
      .nullable()
      .describe('Which policies the sessions ran under, where none was named and they differ'),
    limit: z.int().nullable().describe('The smallest limit of the recorded sessions'),
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
    edges: z.array(coreNumbers<Edge>('How far a setting may go before something changes')),
    changes: z.array(coreNumbers<Omit<Change, 'row'>>('A session that fares otherwise than today')),
    sensitivity: z
      .array(coreNumbers<SensitivityRow>('The proposal if what nobody recorded was otherwise'))
      .readonly(),
    holdOut: z.object({
      byTime: coreNumbers<HoldOut>('Tuned on the earlier sessions, tested on the later').nullable(),
      bySession: coreNumbers<HoldOut>('The same with every third cluster held out').nullable(),
    }),
    options: coreNumbers<PolicyOptions>('The proposal as users of the system write it'),
    cells: z.array(z.looseObject({ policy: z.string() })).describe('Sums over recorded sessions'),
  }),
  long: ['plan', 'cells'],
  most: { changes: 100 },
  take: sweepSession,
  work({ taken }, asked) {
    const { plan } = unlessNone(() => askedPlan(taken, questionOf(taken, asked).question));
    return sweepCost(plan, stepsOf(taken), askedFigures(asked));
  },
  *run({ taken }, asked) {
    const tuned = yield* tunedOf(taken, asked);
    const { policy, mixed, answer, recommendation, figures } = tuned;
    const { field, sessions, plan } = answer;
    const place = proposed(tuned);
    return {
      ...{ policy: policy.id, mixed, limit: field.constraints.limit, plan },
      coverage: coverageOf(sessions),
      telling: tellingOf(field),
      choice: recommendation?.choice.kind ?? null,
      settings: settingsAt(tuned, place),
      today: settingsAt(tuned, field.baseline),
      words: recommendation === null ? null : wordsText(answerWords(field, recommendation)),
      edges: [...(recommendation?.edges ?? [])],
      changes: (recommendation?.changes ?? []).map(({ row, ...change }) => ({
        session: sessions[row]?.facts.name,
        ...change,
      })),
      sensitivity: tuned.sensitivity,
      holdOut: {
        byTime: recommendation?.byTime ?? null,
        bySession: recommendation?.bySession ?? null,
      },
      options: policyOptions(policy, completeSettings(tuned, place)),
      cells: field.cells.flatMap((cell, index) =>
        recommendation === null
          ? []
          : [rowJson(cellRow(field.column, cell, recommendation.region.sums, index, figures))],
      ),
      tuned,
    };
  },
  tell: ({ tuned, coverage, telling, options }) =>
    tunedBlocks(tuned, { coverage, telling, options }),
  record: {
    about: 'write the expectations of the proposal to a new file',
    text: ({ tuned }) => expectationsOf(tuned),
  },
});

type TuneInput = z.output<typeof input>;

/** What is asked of the corpus, and which policies it ran under where nobody named one. @throws QuestionError */
function questionOf(
  sessions: readonly SweepSession[],
  { policy: named, settings: given, vary, limit }: TuneInput,
) {
  const opened = isNamed(named) ? null : openedPolicy(sessions);
  const { policy, preset } = opened ?? namedPolicy(named ?? '', 'policy');
  const fixed: Settings = { ...(preset?.settings as Settings | undefined), ...given };
  const ranges = vary.length > 0 ? vary : defaultRanges(policy, sessions, limit);
  const question = { policy, settings: fixed, ranges, limit: limit ?? null };
  return { question, mixed: opened && mixedWords(opened) };
}

/** The settings that the page begins with: the window around the limit, and the next that is tuned. */
function defaultRanges(
  policy: Policy,
  sessions: readonly SweepSession[],
  given: number | undefined,
): readonly NamedRange[] {
  const limit = given ?? smallestLimit(sessions) ?? UNKNOWN_LIMIT;
  return axisFields(policy)
    .slice(0, 2)
    .map((field) => firstAxis(field, limit));
}

/** Sweeps, recommends, and tries what nobody recorded otherwise. @throws QuestionError */
function* tunedOf(
  read: readonly SweepSession[],
  asked: TuneInput,
): Generator<Progress, Tuned, void> {
  const corpus = countedOnce(read);
  const notes = [...copyNotes(copiedSteps(corpus)), ...switchNotes(corpus)];
  const { question, mixed } = questionOf(corpus, asked);
  const { policy, settings: given, ranges } = question;
  const answer = yield* slicesUnlessNone(askCorpus(corpus, question));
  const { plan, field } = answer;
  const swept = {
    done: field.cells.length * corpus.length,
    of: field.cells.length * corpus.length,
  };
  const recommendation = yield* steps(exactRecommendation(answer, corpus), swept);
  const recorded = [...corpus.keys()].filter((row) => corpus[row]?.facts.generated === false);
  const priced = yield* runFigures(corpus, { plan, cells: field.cells }, asked);
  const figures = sumsOf(priced, recorded);
  const tuned = {
    ...{ policy, mixed, notes, settings: given, ranges, corpus: read },
    ...{ answer, recommendation, figures },
  };
  const proposal = settingsAt(tuned, proposed(tuned));
  const rows = recorded.flatMap((row) => {
    const one = corpus[row]?.session;
    if (one === undefined) return [];
    const own = sessionSettings(policy, one.profile.head) as Settings;
    return [{ session: one, settings: policy.settings.parse({ ...own, ...proposal }) as Settings }];
  });
  return { ...tuned, sensitivity: yield* steps(sensitivity(rows, policy, plan.limit), swept) };
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

/** highwater.yaml: what the proposal does to the sessions now. */
function expectationsOf(tuned: Tuned): string {
  const { policy, answer, ranges, recommendation, corpus } = tuned;
  const { field, plan } = answer;
  const place = proposed(tuned);
  const varied = Object.fromEntries(
    field.column.axes.map(({ setting, values }, axis) => [setting, values[place[axis] ?? -1] ?? 0]),
  );
  return expectationsText(
    recordedExpectations({
      policy,
      settings: settingsAt(tuned, place),
      limit: plan.limit,
      sessions: corpus.map(({ facts, session }) => ({ name: facts.name, session })),
      ...(recommendation === null || recommendation.choice.kind === 'none'
        ? {}
        : { recommendation: { settings: varied, within: WITHIN, vary: [...ranges] } }),
    }),
  );
}
