import { floatAt } from '@/lib/engine/base/read';
import { decisionUnit, reaches, thresholdAt } from '@/lib/analysis/explain/ledger-decision';
import { limitAt } from '@/lib/analysis/explain/step-events';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';

/** The threshold of a step in tokens; Infinity where the policy compares something else, or nothing. */
export const tokenThresholdAt = (replay: Replay, step: number): number =>
  decisionUnit(replay.policy) === 'tokens' ? thresholdAt(replay, step) : Infinity;

/** The window set at a step, else the limit; null where neither is known. */
export function windowAt(replay: Replay, step: number): number | null {
  const { window } = settingsAt(replay, step);
  return typeof window === 'number' && window > 0 ? window : limitAt(replay, step);
}

/** A setting that is a number; null where the policy has none of that name. */
export function numberSetting(replay: Replay, name: string, step = 0): number | null {
  const value = settingsAt(replay, step)[name];
  return typeof value === 'number' ? value : null;
}

/** Steps of a replay. */
export const stepsOf = ({ session }: Replay): number => session.profile.stepCount;

/** The policy compares tokens with a threshold that some step has. */
export const comparesTokens = (replay: Replay): boolean =>
  stepsOf(replay) > 0 &&
  replay.policy.traits.recording !== true &&
  Number.isFinite(tokenThresholdAt(replay, 0));

/** Steps at which the decision value reaches the threshold, ascending. */
export function reachedSteps(replay: Replay): readonly number[] {
  if (!comparesTokens(replay)) return [];
  return Array.from({ length: stepsOf(replay) }, (_, step) => step).filter((step) =>
    reaches(replay, step),
  );
}

/** Decision value of a step; NaN for none. */
export const valueAt = ({ columns }: Replay, step: number): number =>
  floatAt(columns.decision, step);
