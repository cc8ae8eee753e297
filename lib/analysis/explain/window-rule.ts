import { firstWhere } from '@/lib/engine/base/search';
import { MOST_TOKENS } from '@/lib/engine/policy/settings';
import { tokenThreshold } from '@/lib/engine/policy/decision';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';

/** A policy's threshold as a function of its window, the other settings as they are. */
export interface WindowRule {
  /** In tokens; Infinity: it never fires. */
  threshold(window: number): number;
  /** The window whose threshold is nearest to `target`; a gap in the rule snaps to its nearer end. */
  nearest(target: number): number;
  /** The window for a threshold moved by keys: a key crosses the gap that a hand snaps over. */
  nudged(window: number, by: number): number;
  /** The threshold rises with the window. */
  follows(window: number): boolean;
}

/** The rule that a replay's policy declares; a declared inverse comes before a search. */
export function windowRule(replay: Replay): WindowRule {
  const { decision } = replay.policy;
  const settings = settingsAt(replay, 0);
  const { prefix } = replay.form.estimator;
  const threshold = (window: number): number =>
    decision === null ? Infinity : tokenThreshold(decision, { ...settings, window }, prefix);
  /** The smallest window whose threshold is at least `target`; the rule never falls. */
  const reaching = (target: number): number =>
    firstWhere(0, MOST_TOKENS, (window) => threshold(window) >= target);
  const nearest = (target: number): number => {
    const declared = decision?.windowFor?.(target, settings);
    if (declared !== undefined) return declared;
    const window = reaching(target);
    if (window === 0) return 0;
    const below = target - threshold(window - 1);
    return below < threshold(window) - target ? window - 1 : window;
  };
  return {
    threshold,
    nearest,
    nudged(window, by) {
      const now = threshold(window);
      const next = nearest(Math.max(0, now + by));
      if (threshold(next) !== now) return next;
      return by < 0 ? Math.max(0, reaching(now) - 1) : reaching(now + 1);
    },
    follows(window) {
      const here = threshold(window);
      return Number.isFinite(here) && threshold(window * 2 + 1_000) > here;
    },
  };
}
