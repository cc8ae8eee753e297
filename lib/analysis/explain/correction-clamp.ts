import type { Clamp } from '@/lib/engine/policy/decision';
import { estimateClamp, type EstimateSettings } from '@/lib/engine/mechanisms/estimate';
import { formatInteger, formatRatio, isShownWhole } from '@/lib/engine/base/format';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';

/** Bounds of the correction at a step, its cap Infinity where that is off; null for a policy without them. */
export function clampAt(replay: Replay, step: number): Clamp | null {
  const settings = settingsAt(replay, step);
  const { estimator = 'own' } = settings;
  if (estimator !== 'own') return estimateClamp(settings as EstimateSettings);
  return replay.policy.decision?.clamp?.(settings) ?? null;
}

/**
 * The correction as the operand of a product that a reader can check: "5" where its digits are all
 * shown, else the division that it was measured by, "154,021 ÷ 76,449".
 */
export function correctionTerm({ columns }: Replay, step: number): string {
  const correction = columns.correction[step] ?? NaN;
  const real = columns.lastReal[step] ?? 0;
  const heuristic = columns.lastHeuristic[step] ?? 0;
  const isMeasured = real > 0 && heuristic > 0 && real / heuristic === correction;
  return isMeasured && !isShownWhole(correction)
    ? `${formatInteger(real)} ÷ ${formatInteger(heuristic)}`
    : formatRatio(correction);
}
