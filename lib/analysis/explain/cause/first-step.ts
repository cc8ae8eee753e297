import { firstEvent } from '@/lib/analysis/fit/what-happened';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { stepEvents } from '../step-events';
import { highestDecision } from '../verdict';

/**
 * Step that a replay is about: the first overflow, else compaction, else where the policy that watches asks
 * for one, else the highest decision, else the last.
 */
export function interestingStep(baseline: Replay): number {
  const events = stepEvents(baseline);
  const last = baseline.session.profile.stepCount - 1;
  const first = [
    events['recorded-overflow'],
    events.overflow,
    events.replayed,
    events.recorded,
  ].find((steps) => steps.length > 0)?.[0];
  if (first !== undefined) return first;
  const asked = baseline.observation?.fires.findIndex((firing) => firing !== 0) ?? -1;
  if (asked >= 0) return asked;
  const highest = highestDecision(baseline);
  return highest < 0 ? last : highest;
}

/** First event of a session as it opens: on record under the agent's own policy, else the replay's. */
export function firstStep(session: Replayable, opening: Opening): number {
  const { own } = opening;
  const recorded = own === null ? null : firstEvent(session.profile);
  return recorded?.step ?? interestingStep(shownReplay(session, opening, opening));
}
