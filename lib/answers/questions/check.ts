import * as z from 'zod';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { chooseSettings, type PolicyChoice } from '@/lib/policies/policy-choice';
import { askedPlan } from '@/lib/tuning/recommend/ask-corpus';
import { replaySeconds, sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import { verdictsOf, type CheckTarget, type Verdict } from '../report/expectations/evaluate';
import { matchSessions, type SessionFile } from '../report/expectations/match';
import { evaluateRecommendations } from '../report/expectations/recommended';
import { expectationsSchema, type Expectations } from '../report/expectations/schema';
import { sentence } from '../model/block';
import { defineCorpusQuestion } from '../model/corpus';
import { QuestionError, type Progress } from '../model/question';
import { scorePromises, tallyWords } from './parts/kept-promises';
import { standingWords } from './parts/promise-blocks';
import {
  namedPolicy,
  slicesUnlessNone,
  sweepSession,
  unlessNone,
  type SweepSession,
} from './parts/swept-corpus';

const verdict = z.object({
  expectation: z.int().describe('Its number in the file, from 0'),
  text: z.string(),
  session: z.string().nullable().describe('null: all sessions together'),
  holds: z.boolean(),
  step: z.int().nullable().describe('The step that decides against it'),
  why: z.string().nullable(),
});

type ToldVerdict = Readonly<z.output<typeof verdict>>;

/** Most failures that are told with their reasons. */
const MOST_TOLD = 20;

/** A session that is given to a check. */
interface SessionToCheck extends SessionFile, SweepSession {}

/** Whether settings still do to sessions what was recorded of them. */
export const check = defineCorpusQuestion({
  id: 'check',
  title: 'Check expectations',
  about: 'Checks that settings still do to sessions what highwater.yaml expects.',
  input: z.strictObject({
    expectations: expectationsSchema.meta({
      description: 'Expectations, as the page "Tune" or "tune --record" writes them',
      file: true,
    }),
  }),
  example: {
    expectations: {
      version: 1,
      producer: '',
      policy: 'contextguard-threshold',
      settings: { window: 180_000 },
      limit: null,
      sessions: [],
      expectations: [{ expect: 'no loop' }],
    },
  },
  output: z.object({
    file: z.string().describe('Where the expectations were read'),
    recordedBy: z.string().describe('Version and engine that recorded them'),
    policy: z.string(),
    settings: z.record(z.string(), z.unknown()),
    limit: z.int().nullable().describe('Limit of every session; null: its own'),
    sessions: z.int(),
    holds: z.boolean(),
    problems: z.array(z.string()).describe('Sessions that are missing, or whose content changed'),
    verdicts: z.array(verdict),
    promises: z
      .array(z.string())
      .describe(
        'What the other sessions given make of the promises in the file; none fails the check',
      ),
  }),
  most: { problems: 50, verdicts: 200 },
  take: (session): SessionToCheck => {
    const { file, head, profile } = session;
    return { file, name: head.name, profile, ...sweepSession(session) };
  },
  work({ taken }, { expectations }) {
    const steps = taken.map(({ profile }) => profile.stepCount);
    const asked = recommendationsOf(expectations, choiceOf(expectations));
    const corpus = corpusOf(matchSessions(expectations, taken).sessions);
    const sweeps = asked.map(({ index, question }) =>
      unlessNone(() => sweepCost(askedPlan(corpus, question).plan, steps), placeOf(index)),
    );
    const once = steps.reduce((sum, count) => sum + replaySeconds(count), 0);
    const all = [{ replays: taken.length, steps: sumOf(steps), seconds: once }, ...sweeps];
    return {
      replays: sumOf(all.map(({ replays }) => replays)),
      steps: sumOf(all.map((one) => one.steps)),
      seconds: sumOf(all.map(({ seconds }) => seconds)),
    };
  },
  *run({ taken, fileOf }, { expectations }) {
    const { policy, settings, limit, producer } = expectations;
    const choice = choiceOf(expectations);
    const { sessions, problems } = matchSessions(expectations, taken);
    const verdicts = [
      ...(yield* verdictsOf(expectations, choice, sessions)),
      ...(yield* recommended(expectations, choice, sessions)),
    ].sort((a, b) => a.index - b.index);
    const told = verdicts.map(({ index, text, session, why, step }): ToldVerdict => {
      return { expectation: index, text, session, holds: why === null, step, why };
    });
    const scored = yield* scorePromises(expectations.promises ?? [], taken);
    return {
      file: fileOf?.['expectations'] ?? 'highwater.yaml',
      recordedBy: producer,
      ...{ policy, settings, limit, sessions: sessions.length },
      holds: problems.length === 0 && told.every(({ holds }) => holds),
      problems: [...problems],
      verdicts: told,
      promises: scored.map(standingWords),
      tally: tallyWords(scored),
      expected: expectations.expectations.length,
    };
  },
  fails: ({ holds }) => !holds,
  tell({ file, recordedBy, policy, sessions, problems, verdicts, promises, tally, expected }) {
    const failed = verdicts.filter(({ holds }) => !holds);
    const more = failed.length - MOST_TOLD;
    const total = verdicts.length + problems.length;
    const bad = failed.length + problems.length;
    return [
      `${file}: ${policy}, ${counted(sessions, 'session')}, ${counted(expected, 'expectation')}.`,
      ...problems.map((text) => `✗ ${text}`),
      ...failed
        .slice(0, MOST_TOLD)
        .flatMap((one) => [`✗ ${whoOf(one)}: ${one.text}`, `    ${one.why ?? ''}`]),
      ...(more > 0 ? [`✗ and ${formatInteger(more)} more; --json prints each.`] : []),
      ...keptLines(verdicts, expected),
      bad === 0
        ? `${counted(total, 'check')}: all hold.`
        : `${formatInteger(bad)} of ${counted(total, 'check')} failed.`,
      ...(tally === null ? [] : [`Promises: ${tally}`, ...promises.map((text) => `  ${text}`)]),
      ...otherEngine(recordedBy),
    ].map((text) => sentence([text]));
  },
  cases: ({ file, problems, verdicts }) => ({
    name: file,
    cases: [
      ...problems.map((fault) => {
        return { of: 'sessions', name: 'are given, unchanged', fault, isError: true };
      }),
      ...verdicts.map((one) => {
        return { of: whoOf(one), name: one.text, fault: one.why, isError: false };
      }),
    ],
  }),
});

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const whoOf = ({ session }: ToldVerdict): string => session ?? 'all sessions';

/** A line for each expectation that some session holds. */
const keptLines = (verdicts: readonly ToldVerdict[], expected: number): readonly string[] =>
  Array.from({ length: expected }).flatMap((_, index) => {
    const own = verdicts.filter(({ expectation, holds }) => expectation === index && holds);
    const [first] = own;
    if (first === undefined) return [];
    const who = own.length === 1 ? whoOf(first) : counted(own.length, 'session');
    return [`✓ ${who}: ${first.text}`];
  });

/** A line where the file was recorded by an engine whose numbers may differ. */
function otherEngine(producer: string): readonly string[] {
  const engine = (text: string): string => text.replace(/^.*\+/, '');
  if (engine(producer) === engine(PRODUCER)) return [];
  return [`Recorded by ${producer}: results of two engines may differ for that reason alone.`];
}

/** The policy of a file, with or without a preset. @throws QuestionError that names the field */
export function choiceOf({ policy: text, settings }: Expectations): PolicyChoice {
  const choice = namedPolicy(text, 'expectations.policy');
  const allowed = chooseSettings(choice, settings, {});
  if (allowed.ok) return choice;
  throw new QuestionError(`expectations.${allowed.error.at}`, allowed.error.message);
}

/** The sweeps that a file's recommendations rest on, by the number of the expectation. */
function recommendationsOf(
  { expectations, settings: given, limit }: Expectations,
  { policy, preset }: PolicyChoice,
) {
  const settings: Settings = { ...(preset?.settings as Settings | undefined), ...given };
  return expectations.flatMap((one, index) =>
    one.expect === 'recommendation'
      ? [{ index, one, question: { policy, settings, limit, ranges: one.vary } }]
      : [],
  );
}

const corpusOf = (sessions: readonly (CheckTarget & { readonly given: SessionToCheck })[]) =>
  sessions.map(({ session, given: { facts } }) => ({ session, facts }));

/** The verdicts on recommendations. @throws QuestionError that names axes that are none */
function* recommended(
  file: Expectations,
  choice: PolicyChoice,
  sessions: readonly (CheckTarget & { readonly given: SessionToCheck })[],
): Generator<Progress, readonly Verdict[], void> {
  const corpus = corpusOf(sessions);
  const verdicts: Verdict[] = [];
  for (const { index, one, question } of recommendationsOf(file, choice)) {
    const work = evaluateRecommendations(
      { ...question, expectations: [one] },
      choice.policy,
      corpus,
    );
    const found = yield* slicesUnlessNone(work, placeOf(index));
    verdicts.push(...found.map((verdict) => ({ ...verdict, index })));
  }
  return verdicts;
}

/** Where an expectation stands in the input. */
const placeOf = (index: number): string => `expectations.expectations.${index}`;
