import type { Policy } from '@/lib/policies/policy';
import { prepare, replay, type Replay, type Replayable } from '@/lib/replay/replay';
import { completeProfile, type Profile, type StepColumns } from '@/lib/tokens/profile';
import type { Settings } from './settings-fields';

/** The threshold a policy has at a window, its other settings as they are; below 0 for none. */
export type ThresholdOf = (window: number) => number;

/** The largest window that is looked for. */
const MOST = 100_000_000;

/**
 * A policy's own threshold column over a session of one step: what every window gives, without a
 * closed form, in microseconds. `session` is the one whose first step it borrows.
 */
export function thresholdOf(session: Replayable, policy: Policy, settings: Settings): ThresholdOf {
  const tiny = prepare(firstStep(session.profile), session.prefixTokens);
  let into: Replay | undefined;
  return (window) => {
    into = replay(tiny, policy, { ...settings, window }, into ? { into } : {});
    return into.columns.threshold[0] ?? -1;
  };
}

/** The first step of a profile, without what the recording's compactions did later. */
function firstStep({ head, entries, steps }: Profile): Profile {
  const count = steps.entries[0] ?? 0;
  const first = <T extends object>(columns: T, length: number): T =>
    Object.fromEntries(
      Object.entries(columns).map(([key, value]) => [
        key,
        key !== 'responseBytes' && ArrayBuffer.isView(value)
          ? (value as Int32Array).slice(0, length)
          : value,
      ]),
    ) as T;
  return completeProfile(
    { ...head, compactions: [], guard: [] },
    { ...first(entries, count), kinds: first(entries.kinds, count) },
    first<StepColumns>(steps, 1),
  );
}

/** The smallest window whose threshold is at least `target`; the policy's rule never falls. */
export function smallestReaching(threshold: ThresholdOf, target: number): number {
  let low = 0;
  let high = MOST;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (threshold(middle) >= target) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The window whose threshold is nearest to `target`; a gap in the rule snaps to its nearer end. */
export function windowNearest(threshold: ThresholdOf, target: number): number {
  const window = smallestReaching(threshold, target);
  if (window === 0) return 0;
  const below = target - threshold(window - 1);
  return below < threshold(window) - target ? window - 1 : window;
}

/** The window for a threshold moved by keys: a key crosses the gap that a hand snaps over. */
export function windowNudged(threshold: ThresholdOf, window: number, by: number): number {
  const now = threshold(window);
  const next = windowNearest(threshold, Math.max(0, now + by));
  if (threshold(next) !== now) return next;
  return by < 0
    ? Math.max(0, smallestReaching(threshold, now) - 1)
    : smallestReaching(threshold, now + 1);
}

/** The threshold follows the window. */
export function followsWindow(threshold: ThresholdOf, window: number): boolean {
  const here = threshold(window);
  return here >= 0 && threshold(window * 2 + 1_000) > here;
}
