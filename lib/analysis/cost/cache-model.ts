import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import { sharedPrompts } from './shared-prompt';

/** Providers cache no prompt that is shorter. */
export const LEAST_CACHED = 1_024;

/** What a provider's cache is taken to do. */
export interface CacheSettings {
  /** The agent's requests use it at all. */
  readonly used: boolean;
  /** Milliseconds after which what nobody asked for again is gone. */
  readonly lifetime: number;
  /** Writes are kept, and charged, for an hour. */
  readonly hour: boolean;
}

const MINUTE = 60_000;

/** How the cache of a recording is used, and where each statement comes from. */
export interface CacheEvidence extends CacheSettings {
  /** `recorded`: its usage reports reads or writes; `silent`: it reports that there are none. */
  readonly source: 'recorded' | 'silent' | 'assumed';
}

/**
 * The cache as a recording shows it: unused where its usage says 0 at two steps or more and never
 * else, kept for an hour where most written tokens were; five minutes otherwise.
 */
export function cacheEvidence({ steps, stepCount }: Profile): CacheEvidence {
  let [reported, cached, written, hour] = [0, 0, 0, 0];
  for (let step = 0; step < stepCount; step++) {
    const [read, write] = [intAt(steps.cacheRead, step), intAt(steps.cacheWrite, step)];
    if (read < 0 && write < 0) continue;
    reported++;
    if (read > 0 || write > 0) cached++;
    written += Math.max(0, write);
    hour += Math.max(0, intAt(steps.cacheWriteHour, step));
  }
  const kept = hour > written / 2;
  const source = cached > 0 ? 'recorded' : reported > 1 ? 'silent' : 'assumed';
  return {
    used: source !== 'silent',
    lifetime: (kept ? 60 : 5) * MINUTE,
    hour: kept,
    source,
  };
}

/** Prompt tokens of each step that the cache is predicted to answer, and why it did not. */
export interface CachedPrompts {
  readonly read: Float64Array;
  /** 1: the gap before the step was longer than the cache lives, or the model another. */
  readonly cold: Uint8Array;
  /** Milliseconds since the step before; NaN where either has no time. */
  readonly gap: Float64Array;
}

/** Predicts what each request of a replay reads from the cache. */
export function cachedPrompts(replay: Replay, settings: CacheSettings): CachedPrompts {
  const { steps, stepCount } = replay.session.profile;
  const read = new Float64Array(stepCount);
  const cold = new Uint8Array(stepCount);
  const gaps = new Float64Array(stepCount).fill(NaN);
  const shared = sharedPrompts(replay, settings.lifetime);
  for (let step = 0; step < stepCount; step++) {
    const gap = floatAt(steps.time, step) - floatAt(steps.time, step - 1);
    if (step > 0) gaps[step] = gap;
    const other = intAt(steps.model, step) !== intAt(steps.model, step - 1);
    cold[step] = step === 0 || other || gap > settings.lifetime ? 1 : 0;
    const tokens = floatAt(shared, step);
    if (settings.used && cold[step] === 0 && tokens >= LEAST_CACHED) read[step] = tokens;
  }
  return { read, cold, gap: gaps };
}
