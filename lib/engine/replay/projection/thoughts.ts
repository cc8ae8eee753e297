import type { Profile } from '@/lib/engine/tokens/profile';
import { densityOf, type Density } from './density';

/** Real tokens of the turn's thoughts in a request from `covered` on. */
export function thoughtSize(
  profile: Profile,
  densities: readonly Density[],
  step: number,
  covered: number,
): number {
  const { thoughtSum, steps } = profile;
  const n = steps.entries[step] ?? 0;
  const from = Math.max(covered, steps.turnStart[step] ?? 0);
  const heuristic = (thoughtSum[n] ?? 0) - (thoughtSum[from] ?? 0);
  return heuristic === 0 ? 0 : Math.round(densityOf(profile, densities, step).value * heuristic);
}
