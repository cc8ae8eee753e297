import { intAt, floatAt } from '@/lib/engine/base/read';
import { shippedDensity } from '@/lib/engine/tokens/density';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { oncePer } from '@/lib/engine/base/once/once-per';

/** The shipped density of each of a session's models; the last is for none. */
const densities = oncePer(({ head }: Profile) =>
  Float64Array.from([...head.models, null], (model) => shippedDensity(model).value),
);

/**
 * Real tokens for one heuristic token of a step's texts whose size the recording does not hold: the generated
 * session's own ratio, else what was measured of the step's model. The session's own density is learnt from all
 * of it, and what a policy decides at a step may not rest on later ones.
 */
export function densityBefore(
  { profile, requests }: Pick<PolicyInput, 'profile' | 'requests'>,
  step: number,
): number {
  const known = requests.ratio?.[step];
  if (known !== undefined) return known;
  const all = densities(profile);
  const model = intAt(profile.steps.model, step);
  return floatAt(all, model < 0 ? all.length - 1 : model);
}
