import type { Clamp } from '@/lib/engine/policy/decision';
import { estimateClamp, type EstimateSettings } from '@/lib/engine/mechanisms/estimate';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';

/** Bounds of the correction at a step, its cap Infinity where that is off; null for a policy without them. */
export function clampAt(replay: Replay, step: number): Clamp | null {
  const settings = settingsAt(replay, step);
  const { estimator = 'own' } = settings;
  if (estimator !== 'own') return estimateClamp(settings as EstimateSettings);
  return replay.policy.decision?.clamp?.(settings) ?? null;
}
