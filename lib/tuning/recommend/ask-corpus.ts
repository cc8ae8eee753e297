/** Sweeps a corpus over a grid of one policy's settings, and gathers what a recommendation reads. */
import { formatInteger } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import { settableSettings } from '@/lib/policies/settable';
import { chooseSettings } from '@/lib/policies/policy-choice';
import type { Policy } from '@/lib/engine/policy/policy';
import type { CorpusSession } from '../corpus-session';
import type { SessionCoverage } from '../evidence/coverage';
import { sessionEvidence } from '../evidence/session-evidence';
import { inSlices } from '../in-slices';
import { countedOnce } from '../shared-steps';
import { axisValues, type NamedRange } from '../sweep/axis-values';
import { columnSize } from '../sweep/cells';
import type { SweepPlan } from '../sweep/plan';
import { sweepCost } from '../sweep/sweep-cost';
import { SweepRun } from '../sweep/sweep-run';
import { corpusEdges, fieldSessions } from './corpus-edges';
import { fieldOfSweep } from './field-of-sweep';
import { recommend, withSearched, type Recommendation } from './recommendation';
import type { TuneField } from './tune-field';

/** What is asked of a corpus. */
export interface Question {
  readonly policy: Policy;
  /** Settings as given; of an axis: today's value. The rest are the session's own or defaults. */
  readonly settings: Settings;
  readonly ranges: readonly NamedRange[];
  /** Limit of every session; null: its own. */
  readonly limit: number | null;
  /** The largest window that may be proposed; left out: the smallest limit. */
  readonly most?: number | null;
}

/** A swept grid, and the sessions with their evidence. */
export interface Answer {
  readonly field: TuneField;
  readonly sessions: readonly SessionCoverage[];
  readonly plan: SweepPlan;
}

/** A sweep of one policy, and today's value of each axis. */
interface QuestionPlan {
  readonly plan: SweepPlan;
  readonly today: readonly number[];
}

/**
 * What is swept of one policy over a corpus. Throws a RangeError for a range that is none, and for settings
 * that the policy does not have or allow.
 */
export function askedPlan(corpus: readonly CorpusSession[], question: Question): QuestionPlan {
  const { policy, settings, ranges, limit } = question;
  const today = ranges.map(({ setting }) => todayOf(setting, question, corpus));
  const axes = ranges.map((range, axis) => {
    const { setting } = range;
    const now = today[axis] ?? NaN;
    const inside = now >= range.from && now <= range.to;
    const values = axisValues(range, [now]);
    return { setting, values: inside ? values : [...values, now].sort((a, b) => a - b) };
  });
  const varied = new Set(ranges.map(({ setting }) => setting));
  const fixed = Object.fromEntries(Object.entries(settings).filter(([key]) => !varied.has(key)));
  for (const { setting, values } of axes) {
    for (const value of [values[0], values.at(-1)]) allow(policy, { ...fixed, [setting]: value });
  }
  return {
    today,
    plan: { columns: [{ policy: policy.id, settings: fixed, axes, sample: null }], limit },
  };
}

/** Sweeps one policy over a corpus, in slices. Throws a RangeError as {@link askedPlan} does. */
export function* askCorpus(
  given: readonly CorpusSession[],
  question: Question,
): Generator<{ readonly done: number; readonly of: number }, Answer, void> {
  const corpus = countedOnce(given);
  const { policy, ranges, limit } = question;
  const { plan, today } = askedPlan(corpus, question);
  const run = sweepOf(corpus, plan);
  const { seconds, replays } = sweepCost(plan, stepsOf(corpus));
  yield* inSlices(run, seconds / replays);
  const fixed = plan.columns[0]?.settings ?? {};
  const now = Object.fromEntries(ranges.map(({ setting }, axis) => [setting, today[axis]]));
  const sessions = corpus.map(({ facts, session }): SessionCoverage => {
    return { facts, evidence: sessionEvidence(session, policy, { ...fixed, ...now }, limit) };
  });
  const settable = settableSettings(policy);
  const field = fieldOfSweep({
    sessions,
    plan,
    cells: run.cells,
    results: run.results,
    today,
    most: question.most,
    allowed: { overflowing: 0, looping: 0 },
    settable: (setting) => settable.includes(setting),
  });
  return { field, sessions, plan };
}

/** Steps of each session of a corpus. */
export const stepsOf = (corpus: readonly Pick<CorpusSession, 'session'>[]): readonly number[] =>
  corpus.map(({ session }) => session.profile.stepCount);

/** Results of one sweep, sessions × cells: about 40 bytes each. */
const MOST_RESULTS = 20_000_000;

/** A sweep that has not begun. Throws a RangeError for one whose results would not fit into memory. */
export function sweepOf(corpus: readonly CorpusSession[], plan: SweepPlan): SweepRun {
  const size = plan.columns.reduce((sum, column) => sum + columnSize(column), 0) * corpus.length;
  if (size > MOST_RESULTS) {
    throw new RangeError(
      `${formatInteger(size)} results are more than ${formatInteger(MOST_RESULTS)}: choose larger steps`,
    );
  }
  return new SweepRun(
    plan,
    corpus.map(({ session }) => session),
  );
}

function allow(policy: Policy, settings: Settings): void {
  const chosen = chooseSettings({ policy, preset: null }, settings, {});
  if (!chosen.ok) throw new RangeError(chosen.error.message);
}

/** Today's value of an axis: as given; a window is the limit; else the policy's default. */
function todayOf(
  setting: string,
  { policy, settings, limit }: Question,
  corpus: readonly CorpusSession[],
): number {
  const given = settings[setting];
  if (typeof given === 'number') return given;
  if (setting === 'window') {
    const most = limit ?? smallestLimit(corpus);
    if (most !== null) return most;
  }
  return Number((policy.settings.parse({}) as Settings)[setting]);
}

/** The smallest limit of the recorded sessions, else of all; null where none is known. */
export function smallestLimit(corpus: readonly CorpusSession[]): number | null {
  const limits = (all: readonly CorpusSession[]): readonly number[] =>
    all.flatMap(({ session }) => session.profile.head.limit?.tokens ?? []);
  const recorded = limits(corpus.filter(({ facts }) => !facts.generated));
  const known = recorded.length > 0 ? recorded : limits(corpus);
  return known.length === 0 ? null : Math.min(...known);
}

/** The recommendation of an answer, its edges over every value of each setting; null without a recorded session. */
export function* exactRecommendation(
  { field, plan }: Answer,
  corpus: readonly CorpusSession[],
): Generator<null, Recommendation | null, void> {
  const found = recommend(field);
  if (found === null) return null;
  const sessions = fieldSessions(
    field,
    found.choice.place,
    plan,
    corpus.map(({ session }) => session),
  );
  return withSearched(found, yield* corpusEdges(field, found, sessions));
}
