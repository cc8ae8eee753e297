import { cacheEvidence } from '@/lib/analysis/cost/cache-evidence';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { stepFlag, type Profile } from '@/lib/engine/tokens/profile';

/** Fewer tokens may be the last block that the provider does not keep. */
const LEAST = 10_000;

/** Less of what could be read. */
const SHARE = 0.5;

/** A request whose prompt the step before had in the cache, and that read little of it. */
export interface CacheBreak {
  readonly step: number;
  /** Prompt tokens of the step before; what this one read of them; what it sent uncached. */
  readonly before: number;
  readonly read: number;
  readonly unread: number;
  readonly cause: 'model' | 'fork' | 'idle' | 'turn' | 'prefix';
}

/** The breaks of a recording’s cache, in step order; none where usage says nothing of the cache. */
export const cacheBreaks = oncePer(breaksOf);

function breaksOf(profile: Profile): readonly CacheBreak[] {
  const { head, steps, stepCount } = profile;
  const { used, source, lifetime } = cacheEvidence(profile);
  if (!used || source !== 'recorded') return [];
  const boundaries = new Set(head.compactions.map(({ step }) => step));
  const apart = new Map(head.counted.map(({ step, kind }) => [step, kind]));
  const found: CacheBreak[] = [];
  let last = -1;
  for (let step = 0; step < stepCount; step++) {
    if (boundaries.has(step)) last = -1;
    const [real, read] = [intAt(steps.real, step), intAt(steps.cacheRead, step)];
    const kind = apart.get(step);
    // What the provider refused was read from nowhere, and is charged to nobody.
    if ((byteAt(steps.flags, step) & stepFlag.rejected) !== 0) continue;
    if (real <= 0 || read < 0 || (kind !== undefined && kind !== 'copied')) continue;
    const before = last < 0 ? 0 : Math.min(cachedAt(profile, last), real);
    // A copied call broke the cache of the session that it was copied from.
    if (kind !== 'copied' && before - read >= LEAST && read < SHARE * before) {
      const copied = apart.get(last) === 'copied';
      const cause = causeOf(profile, { last, step, lifetime, copied });
      found.push({ step, before, read, unread: real - read, cause });
    }
    last = step;
  }
  return found;
}

/** Tokens that a step left in the cache: its prompt, where it read or wrote most of that. */
function cachedAt({ steps }: Profile, step: number): number {
  const real = intAt(steps.real, step);
  const held =
    Math.max(0, intAt(steps.cacheRead, step)) + Math.max(0, intAt(steps.cacheWrite, step));
  return held >= SHARE * real ? real : 0;
}

function causeOf(
  { steps }: Profile,
  at: {
    readonly last: number;
    readonly step: number;
    readonly lifetime: number;
    readonly copied: boolean;
  },
): CacheBreak['cause'] {
  const { last, step, lifetime, copied } = at;
  if (intAt(steps.model, step) !== intAt(steps.model, last)) return 'model';
  if (copied) return 'fork';
  if (floatAt(steps.time, step) - floatAt(steps.time, last) > lifetime) return 'idle';
  return intAt(steps.turnStart, step) > intAt(steps.turnStart, last) ? 'turn' : 'prefix';
}
