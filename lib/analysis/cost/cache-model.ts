import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import type { CacheSettings } from './cache-evidence';
import { sharedPrompts } from './shared-prompt';

/** Providers cache no prompt that is shorter. */
export const LEAST_CACHED = 1_024;

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
