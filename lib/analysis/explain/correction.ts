import type { Clamp } from '@/lib/engine/policy/decision';
import { estimateClamp, type EstimateSettings } from '@/lib/engine/mechanisms/estimate';
import {
  formatInteger,
  formatProjected,
  formatRatio,
  isShownWhole,
} from '@/lib/engine/base/format';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { lastRealStep } from './ledger-decision';
import { isProjected } from './step-events';

/** Bounds of the correction at a step, its cap Infinity where that is off; null for a policy without them. */
export function clampAt(replay: Replay, step: number): Clamp | null {
  const settings = settingsAt(replay, step);
  const { estimator = 'own' } = settings;
  if (estimator !== 'own') return estimateClamp(settings as EstimateSettings);
  return replay.policy.decision?.clamp?.(settings) ?? null;
}

/** The two counts that a correction is measured by: a request's real tokens and its heuristic. */
interface MeasuredCounts {
  readonly real: number;
  readonly heuristic: number;
}

/**
 * The counts behind a step's correction; null where there are none yet. An estimator in place of the policy's own
 * value goes by the provider's count, also where the policy keeps another one as its last.
 */
export function measuredCounts(replay: Replay, step: number): MeasuredCounts | null {
  const { columns } = replay;
  const heuristic = columns.lastHeuristic[step] ?? 0;
  const own = columns.lastReal[step] ?? 0;
  const from = isOwnValue(replay, step) ? -1 : lastRealStep(replay, step);
  const real = from < 0 ? own : (columns.real[from] ?? 0);
  return real > 0 && heuristic > 0 ? { real, heuristic } : null;
}

const isOwnValue = (replay: Replay, step: number): boolean =>
  (settingsAt(replay, step).estimator ?? 'own') === 'own';

/** What the correction of a step was measured at, before cap and floor; NaN where it was not. */
export function measuredRatio(replay: Replay, step: number): number {
  const counts = measuredCounts(replay, step);
  return counts === null ? NaN : counts.real / counts.heuristic;
}

/**
 * The correction as the operand of a product that a reader can check: "5" where its digits are all shown, else
 * the division that it was measured by, "154,021 ÷ 76,449".
 */
export function correctionTerm(replay: Replay, step: number): string {
  const correction = replay.columns.correction[step] ?? NaN;
  if (isShownWhole(correction)) return formatRatio(correction);
  const counts = measuredCounts(replay, step);
  if (counts === null || counts.real / counts.heuristic !== correction) return 'the correction';
  const isGuess = isProjected(replay, lastRealStep(replay, step));
  return `${formatProjected(counts.real, isGuess)} ÷ ${formatInteger(counts.heuristic)}`;
}
