import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { isProjected } from '@/lib/analysis/explain/step-events';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { CountKind } from '@/lib/engine/session/schema';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';
import { addCost, callCost, noCost, type CallCost, type ChargedTokens } from './call-cost';
import type { CachedPrompts } from './cache-model';
import type { Rates } from './rates';
import { sizedOutputs } from './sized-output';
import { TokenErrors, type TokenError } from './token-error';

/** The rates of a model; null where no price is known of it. */
export type RatesOf = (model: string | null) => Rates | null;

/** The model of a step; null where the recording names none. */
export const modelAt = ({ head, steps }: Profile, step: number): string | null =>
  head.models[intAt(steps.model, step)] ?? null;

/**
 * What usage says a call was charged as, an output that is a placeholder sized; null where nobody
 * counted it, or the provider refused it.
 */
export function recordedTokens(session: Replayable, step: number): ChargedTokens | null {
  const { steps, head } = session.profile;
  const counted = head.counted.find((one) => one.step === step);
  // A forked session's copies were billed where they were made; what sums several requests was billed
  // whole; of a placeholder, and of a prompt and response in one number, nobody knows.
  if (counted !== undefined && UNBILLED.has(counted.kind)) return null;
  const real = counted?.tokens ?? intAt(steps.real, step);
  if (real < 0 || (byteAt(steps.flags, step) & stepFlag.rejected) !== 0) return null;
  const known = (column: Int32Array): number => Math.max(0, intAt(column, step));
  const cacheRead = Math.min(real, known(steps.cacheRead));
  const written = Math.min(real - cacheRead, known(steps.cacheWrite));
  const cacheWriteHour = Math.min(written, known(steps.cacheWriteHour));
  return {
    input: real - cacheRead - written,
    cacheRead,
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    output: known(sizedOutputs(session).tokens),
  };
}

const UNBILLED: ReadonlySet<CountKind> = new Set(['copied', 'placeholder', 'total']);

const copiedSteps = ({ head }: Profile): ReadonlySet<number> =>
  new Set(head.counted.filter(({ kind }) => kind === 'copied').map(({ step }) => step));

/** What a recording was charged, by its own usage. */
export interface RecordedBill {
  readonly cost: CallCost;
  /** Dollars of each step; NaN where it cannot be told. */
  readonly steps: Float64Array;
  /** Steps charged; without usage; of a model without a price; whose response nobody counted. */
  readonly charged: number;
  readonly uncounted: number;
  /** Steps that another session holds too, with which they are charged; absent for none. */
  readonly copied?: number;
  readonly unpriced: number;
  readonly unanswered: number;
  /** Steps whose usage says nothing of the cache: all their prompt is charged as input. */
  readonly uncached: number;
  /** Charged steps whose output count is a placeholder, tokens that usage counts there, and that are charged. */
  readonly placeholders: number;
  readonly counted: number;
  readonly sized: number;
}

/** Adds up a recording's bill from its usage records. */
export function recordedBill(session: Replayable, ratesOf: RatesOf): RecordedBill {
  const { profile, countedFrom = 0 } = session;
  const isPlaceholder = new Set(sizedOutputs(session).placeholders);
  const steps = new Float64Array(profile.stepCount).fill(NaN);
  let cost = noCost;
  let [charged, uncounted, unpriced, unanswered, uncached] = [0, 0, 0, 0, 0];
  let [placeholders, counted, sized, copied] = [0, 0, 0, 0];
  const copies = copiedSteps(profile);
  for (let step = 0; step < profile.stepCount; step++) {
    const tokens = recordedTokens(session, step);
    const rates = ratesOf(modelAt(profile, step));
    if (step < countedFrom || copies.has(step)) copied++;
    else if (tokens === null) uncounted++;
    else if (rates === null) unpriced++;
    else {
      const one = callCost(tokens, rates);
      steps[step] = one.total;
      cost = addCost(cost, one);
      charged++;
      const output = intAt(profile.steps.output, step);
      if (output < 0) unanswered++;
      if (isPlaceholder.has(step)) {
        placeholders++;
        counted += output;
        sized += tokens.output;
      }
      const { cacheRead, cacheWrite } = profile.steps;
      if (intAt(cacheRead, step) < 0 && intAt(cacheWrite, step) < 0) uncached++;
    }
  }
  const counts = { charged, uncounted, unpriced, unanswered, uncached };
  const own = copied > 0 ? { copied } : {};
  return { cost, steps, ...counts, ...own, placeholders, counted, sized };
}

/** The error of predicted cache reads, and of writes. */
export interface CacheError extends TokenError {
  /** null where no step was charged for one: its provider may not charge them. */
  readonly writes: TokenError | null;
}

/**
 * Compares the predicted reads of a replay with the recorded ones, where the request is the recorded
 * one, and as writes what is not read; null where no usage reports reads.
 */
export function cacheError(replay: Replay, { read }: CachedPrompts): CacheError | null {
  const { profile, countedFrom = 0 } = replay.session;
  const { head, steps, stepCount } = profile;
  const summed = new Set(head.counted.map((one) => one.step));
  const told = new TokenErrors();
  const written = new TokenErrors();
  for (let step = Math.max(1, countedFrom); step < stepCount; step++) {
    const real = intAt(steps.real, step);
    if (real <= 0 || isProjected(replay, step) || summed.has(step)) continue;
    const predicted = floatAt(read, step);
    told.add(predicted, intAt(steps.cacheRead, step), real);
    written.add(real - predicted, intAt(steps.cacheWrite, step), real);
  }
  const reads = told.error();
  if (reads === null) return null;
  const writes = written.error();
  return { ...reads, writes: writes === null || writes.recorded === 0 ? null : writes };
}
