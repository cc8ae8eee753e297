import { densityOf, type Density } from '@/lib/replay/projection/density';
import type { Replayable } from '@/lib/replay/prepare';

/** Source of a density in words. */
export const densitySources: Readonly<Record<Density['source'], string>> = {
  session: 'learnt here',
  model: 'of the model',
  assumed: 'assumed',
};

/**
 * Sizing of a session without reported usage: "heuristic × 1.40, of the model"; with several models
 * "heuristic × 1.00 to 1.40, by model".
 */
export function densityText({ profile, projection }: Replayable): string {
  const { model } = profile.steps;
  const used = [...new Set(model)].map((one) =>
    densityOf(profile, projection.densities, model.indexOf(one)),
  );
  const first = used[0] ?? projection.density;
  const values = [first, ...used].map(({ value }) => value);
  const least = Math.min(...values).toFixed(2);
  const most = Math.max(...values).toFixed(2);
  if (least !== most) return `heuristic × ${least} to ${most}, by model`;
  return `heuristic × ${least}, ${densitySources[first.source]}`;
}
