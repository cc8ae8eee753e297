/** Checks what is expected of sessions against their replays. */
import { counted, formatFixed, formatInteger } from '@/lib/base/format';
import { byteAt, floatAt } from '@/lib/base/read';
import { loopStep } from '@/lib/analysis/detectors/loop';
import { limitAt } from '@/lib/analysis/explain/step-events';
import { chooseSettings, type PolicyChoice } from '@/lib/policies/contract/policy-choice';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import type { Settings } from '@/lib/policies/contract/fields';
import { mark, type Replayable } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { expectationWords } from './expectation-words';
import type { Expectation, Expectations } from './schema';
import { stepReason } from './step-reason';

/** A session that is checked, under the name it is reported with. */
export interface CheckedSession {
  readonly name: string;
  readonly session: Replayable;
}

/** What is expected, under which settings. */
type Asked = Pick<Expectations, 'expectations' | 'settings' | 'limit'>;

/** One expectation of one session, or of all together. */
export interface Verdict {
  /** Index of the expectation in the file. */
  readonly index: number;
  readonly text: string;
  /** null: all sessions together. */
  readonly session: string | null;
  /** Why it fails; null where it holds. */
  readonly why: string | null;
  /** The step that decides against it; null where no single one does. */
  readonly step: number | null;
}

type Failure = Pick<Verdict, 'why' | 'step'>;

const HOLDS: Failure = { why: null, step: null };
const fails = (step: number | null, why: string): Failure => ({ step, why });

/** Replays of the checked sessions, made once each. */
class Runs {
  readonly #choice: PolicyChoice;
  readonly #asked: Asked;
  readonly #made = new Map<CheckedSession, Replay>();

  constructor(choice: PolicyChoice, asked: Asked) {
    this.#choice = choice;
    this.#asked = asked;
  }

  of(one: CheckedSession): Replay {
    const made = this.#made.get(one) ?? this.#make(one);
    this.#made.set(one, made);
    return made;
  }

  #make({ session }: CheckedSession): Replay {
    const { policy } = this.#choice;
    const { settings, limit } = this.#asked;
    const suggested = sessionSettings(policy, session.profile.head) as Settings;
    const chosen = chooseSettings(this.#choice, settings, suggested);
    if (!chosen.ok) throw new RangeError(chosen.error.message);
    const own = session.profile.head.limit?.tokens ?? null;
    return replay(session, policy, chosen.value, { limit: limit ?? own });
  }
}

/**
 * The verdicts on a file's expectations, in its order; on `recommendation` none (`recommended.ts` has
 * it). Settings that the policy does not allow throw a RangeError.
 */
export function evaluate(
  file: Asked,
  choice: PolicyChoice,
  sessions: readonly CheckedSession[],
): readonly Verdict[] {
  const runs = new Runs(choice, file);
  return file.expectations.flatMap((one, index) => {
    const verdict = (session: string | null, failure: Failure): Verdict => ({
      index,
      text: expectationWords(one),
      session,
      ...failure,
    });
    if (one.expect === 'recommendation') return [];
    const own = asked(one, sessions);
    if (one.expect === 'compactions per 100 steps') {
      return [verdict(one.session ?? null, rateFailure(one.most, own, runs))];
    }
    return own.map((session) => verdict(session.name, failureOf(one, runs.of(session))));
  });
}

/** The sessions that an expectation is about. */
function asked(
  one: Exclude<Expectation, { expect: 'recommendation' }>,
  sessions: readonly CheckedSession[],
): readonly CheckedSession[] {
  const except = 'except' in one ? (one.except ?? []) : [];
  return sessions.filter(
    ({ name }) => (one.session === undefined || one.session === name) && !except.includes(name),
  );
}

type Single = Exclude<
  Expectation,
  { expect: 'recommendation' } | { expect: 'compactions per 100 steps' }
>;

function failureOf(one: Single, run: Replay): Failure {
  switch (one.expect) {
    case 'fires':
      return firesFailure(run, one.step);
    case 'never overflows':
      return overflowFailure(run);
    case 'no loop':
      return loopFailure(run);
    case 'compactions':
      return countFailure(run, one.most);
  }
}

function firesFailure(run: Replay, step: number): Failure {
  const { stepCount } = run.session.profile;
  if (step >= stepCount) {
    return fails(
      null,
      `it has ${counted(stepCount, 'step')}, the last is ${formatInteger(stepCount - 1)}`,
    );
  }
  if (run.columns.compacted[step] === 1) return HOLDS;
  const before = run.columns.compacted.lastIndexOf(1, step);
  const since = before < 0 ? '' : `; it compacts at step ${formatInteger(before)} before`;
  return fails(step, `${stepReason(run, step)}${since}`);
}

function overflowFailure(run: Replay): Failure {
  const step = run.marks.findIndex((bits) => (bits & mark.overflow) !== 0);
  if (step < 0) return HOLDS;
  const real = formatInteger(floatAt(run.columns.real, step));
  const projected = (byteAt(run.marks, step) & mark.diverged) !== 0 ? '~' : '';
  const limit = limitAt(run, step);
  const over =
    limit === null
      ? 'the provider refused it'
      : `${projected}${real} tokens > ${formatInteger(limit)}`;
  return fails(
    step,
    `overflows at step ${formatInteger(step)} (${over}); ${stepReason(run, step)}`,
  );
}

function loopFailure(run: Replay): Failure {
  const step = loopStep(run);
  return step < 0
    ? HOLDS
    : fails(step, `loops from step ${formatInteger(step)}; ${stepReason(run, step)}`);
}

const compactedSteps = ({ columns }: Replay): readonly number[] =>
  [...columns.compacted.keys()].filter((step) => columns.compacted[step] === 1);

function countFailure(run: Replay, most: number): Failure {
  const steps = compactedSteps(run);
  const first = steps[most];
  if (first === undefined) return HOLDS;
  return fails(first, `${counted(steps.length, 'compaction')}; ${stepReason(run, first)}`);
}

/** Compactions per 100 steps of all sessions together; 0 without a step. */
export function compactionRate(
  file: Pick<Asked, 'settings' | 'limit'>,
  choice: PolicyChoice,
  sessions: readonly CheckedSession[],
): number {
  const runs = new Runs(choice, { ...file, expectations: [] });
  const steps = sessions.reduce((sum, { session }) => sum + session.profile.stepCount, 0);
  const fired = sessions.reduce((sum, one) => sum + compactedSteps(runs.of(one)).length, 0);
  return steps === 0 ? 0 : (100 * fired) / steps;
}

/** A rate of one session, or of several together; the one with the highest rate explains it. */
function rateFailure(most: number, own: readonly CheckedSession[], runs: Runs): Failure {
  const runOf = own.map((session) => {
    const run = runs.of(session);
    return { session, run, fired: compactedSteps(run), steps: run.session.profile.stepCount };
  });
  const compactions = runOf.reduce((sum, { fired }) => sum + fired.length, 0);
  const steps = runOf.reduce((sum, one) => sum + one.steps, 0);
  if (100 * compactions <= most * steps) return HOLDS;
  const rate = `${formatFixed((100 * compactions) / steps, 2)} per 100 steps (${counted(compactions, 'compaction')}, ${counted(steps, 'step')})`;
  const [worst] = [...runOf].sort((a, b) => b.fired.length * a.steps - a.fired.length * b.steps);
  const first = worst?.fired[0];
  if (worst === undefined || first === undefined) return fails(null, rate);
  const name = runOf.length === 1 ? '' : `most in ${worst.session.name}, `;
  return fails(first, `${rate}; ${name}${stepReason(worst.run, first)}`);
}
