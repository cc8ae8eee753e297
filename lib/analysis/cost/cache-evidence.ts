import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';

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
