/** Checks what is expected of sessions against their replays. */
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { byteAt, floatAt } from '@/lib/engine/base/read';
import { loopStep } from '@/lib/analysis/explain/outcome/loop-watch';
import { limitAt } from '@/lib/analysis/explain/step-events';
import { chooseSettings, type PolicyChoice } from '@/lib/policies/policy-choice';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import type { Settings } from '@/lib/engine/policy/fields';
import { mark, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { drain } from '@/lib/engine/base/drain';
import type { Progress } from '../../model/question';
import { expectationWords } from './expectation-words';
import type { Expectation, Expectations } from './schema';
import { stepReason } from './step-reason';

/** A session that is checked, under the name it is reported with. */
export interface CheckTarget {
  readonly name: string;
  readonly session: Replayable;
}

/** What is expected, under which settings. */
type ExpectationSet = Pick<Expectations, 'expectations' | 'settings' | 'limit'>;

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

/** The replay of a session under what is asked. Settings that are not allowed throw a RangeError. */
export function runOf(
  { session }: CheckTarget,
  { settings, limit }: Pick<ExpectationSet, 'settings' | 'limit'>,
  choice: PolicyChoice,
): Replay {
  const { policy } = choice;
  const { head } = session.profile;
  const chosen = chooseSettings(choice, settings, sessionSettings(policy, head) as Settings);
  if (!chosen.ok) throw new RangeError(chosen.error.message);
  return replay(session, policy, chosen.value, { limit: limit ?? head.limit?.tokens ?? null });
}

/** {@link verdictsOf} without a pause. */
export const evaluate = (...asked: Parameters<typeof verdictsOf>): readonly Verdict[] =>
  drain(verdictsOf(...asked));

/**
 * The verdicts on a file's expectations, in its order, session by session; on `recommendation` none
 * (`recommended.ts` has it). Settings that the policy does not allow throw a RangeError.
 */
export function* verdictsOf(
  file: ExpectationSet,
  choice: PolicyChoice,
  sessions: readonly CheckTarget[],
): Generator<Progress, readonly Verdict[], void> {
  const verdicts = file.expectations.map((): Verdict[] => []);
  const rates = file.expectations.map(() => new Rate());
  // Session by session: a replay's columns are not kept.
  for (const [done, session] of sessions.entries()) {
    yield { done, of: sessions.length };
    const run = runOf(session, file, choice);
    for (const [index, one] of file.expectations.entries()) {
      if (one.expect === 'recommendation' || !isAsked(one, session)) continue;
      if (one.expect === 'compactions per 100 steps') rates[index]?.add(session, run);
      else verdicts[index]?.push(verdictOn(index, one, session.name, failureOf(one, run)));
    }
  }
  return file.expectations.flatMap((one, index) => {
    if (one.expect !== 'compactions per 100 steps') return verdicts[index] ?? [];
    const failure = rates[index]?.failure(one.most) ?? HOLDS;
    return [verdictOn(index, one, one.session ?? null, failure)];
  });
}

const verdictOn = (
  index: number,
  one: Expectation,
  session: string | null,
  failure: Failure,
): Verdict => ({ index, text: expectationWords(one), session, ...failure });

/** An expectation is about a session. */
function isAsked(
  one: Exclude<Expectation, { expect: 'recommendation' }>,
  { name }: CheckTarget,
): boolean {
  const except = 'except' in one ? (one.except ?? []) : [];
  return (one.session === undefined || one.session === name) && !except.includes(name);
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
  file: Pick<ExpectationSet, 'settings' | 'limit'>,
  choice: PolicyChoice,
  sessions: readonly CheckTarget[],
): number {
  const rate = new Rate();
  for (const session of sessions) rate.add(session, runOf(session, file, choice));
  return rate.per100;
}

/** Compactions and steps of some sessions; the one with the highest rate explains them. */
class Rate {
  #sessions = 0;
  #compactions = 0;
  #steps = 0;
  #worst = { rate: 0, step: -1, name: '', reason: '' };

  get per100(): number {
    return this.#steps === 0 ? 0 : (100 * this.#compactions) / this.#steps;
  }

  add({ name }: CheckTarget, run: Replay): void {
    const fired = compactedSteps(run);
    const { stepCount } = run.session.profile;
    this.#sessions++;
    this.#compactions += fired.length;
    this.#steps += stepCount;
    const [step] = fired;
    const rate = fired.length / stepCount;
    if (step === undefined || rate <= this.#worst.rate) return;
    this.#worst = { rate, step, name, reason: stepReason(run, step) };
  }

  failure(most: number): Failure {
    // Whole numbers: 4 per 100 steps of 25 steps is exactly 1.
    if (100 * this.#compactions <= most * this.#steps) return HOLDS;
    const of = `${counted(this.#compactions, 'compaction')}, ${counted(this.#steps, 'step')}`;
    const { step, name, reason } = this.#worst;
    const who = this.#sessions === 1 ? '' : `most in ${name}, `;
    return fails(step, `${formatFixed(this.per100, 2)} per 100 steps (${of}); ${who}${reason}`);
  }
}
