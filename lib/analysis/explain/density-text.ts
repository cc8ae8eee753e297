import { formatRatio } from '@/lib/engine/base/format';
import { densityOf, type Density } from '@/lib/engine/replay/projection/density';
import type { Replayable } from '@/lib/engine/replay/prepare';

/** Source of a density in words. */
export const densitySources: Readonly<Record<Density['source'], string>> = {
  session: 'learnt here',
  model: 'of the model',
  assumed: 'assumed',
};

/**
 * Sizing of a session without reported usage: "heuristic × 1.4, of the model"; with several models
 * "heuristic × 1 to 1.4, by model".
 */
export function densityText({ profile, projection }: Replayable): string {
  const { model } = profile.steps;
  const used = [...new Set(model)].map((one) =>
    densityOf(profile, projection.densities, model.indexOf(one)),
  );
  const first = used[0] ?? projection.density;
  const values = [first, ...used].map(({ value }) => value);
  const least = formatRatio(Math.min(...values));
  const most = formatRatio(Math.max(...values));
  if (least !== most) return `heuristic × ${least} to ${most}, by model`;
  return `heuristic × ${least}, ${densitySources[first.source]}`;
}
