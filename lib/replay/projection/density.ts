import { quantile } from '@/lib/base/stats';
import { shippedDensity } from '@/lib/tokens/density';
import type { Profile } from '@/lib/tokens/profile';
import type { RecordedRuns } from './runs';

/** Fewest groups for a session's own density. */
const ENOUGH_GROUPS = 5;

/** Real tokens per heuristic token, and the source of that number. */
export interface Density {
  readonly value: number;
  readonly source: 'session' | 'model' | 'assumed';
  /** p10 and p90 of the groups' own densities; equal to `value` if there are too few. */
  readonly low: number;
  readonly high: number;
  /** Number of groups it was learnt from. */
  readonly groups: number;
}

/** One density per model of the profile, in the order of `head.models`; the last is for no model. */
export const learnDensities = (profile: Profile, runs: RecordedRuns): readonly Density[] =>
  learn(profile, runs, () => true);

/**
 * The densities of text alone: learnt without the groups that bring inline data, as an image costs
 * a few hundredths of its bytes ÷ 4, which is no evidence of a summary's cost. `all` if the session
 * holds no inline data.
 */
export function textDensities(
  profile: Profile,
  runs: RecordedRuns,
  all: readonly Density[],
): readonly Density[] {
  if (!profile.entries.inlines.some((count) => count > 0)) return all;
  const { entries } = profile.steps;
  const sums = inlineSums(profile);
  return learn(
    profile,
    runs,
    (from, to) => sums[entries[to] as number] === sums[entries[from] as number],
  );
}

function learn(
  profile: Profile,
  runs: RecordedRuns,
  counts: (from: number, to: number) => boolean,
): readonly Density[] {
  const groups = profile.head.models.map(() => new Groups()).concat(new Groups());
  for (const { from, to, first } of runs.pairs) {
    if (first || !counts(from, to)) continue;
    const growth = (profile.steps.real[to] ?? 0) - (profile.steps.real[from] ?? 0);
    const heuristic = (runs.held[to] ?? 0) - (runs.held[from] ?? 0);
    if (growth >= 0 && heuristic > 0)
      groups.at(profile.steps.model[to] ?? -1)?.add(growth, heuristic);
  }
  return groups.map((group, model) => group.density(profile.head.models[model] ?? null));
}

/** The density of entries added at a step: its model's. */
export function densityOf(profile: Profile, densities: readonly Density[], step: number): Density {
  const model = profile.steps.model[step] ?? -1;
  const density = densities[model < 0 ? densities.length - 1 : model];
  if (!density) throw new Error(`No density for model ${model}`);
  return density;
}

/** The density of the model of most steps. */
export function mainDensity(profile: Profile, densities: readonly Density[]): Density {
  const times = new Map<number, number>();
  for (const model of profile.steps.model) times.set(model, (times.get(model) ?? 0) + 1);
  let best = -1;
  for (const [model, count] of times) if (count > (times.get(best) ?? 0)) best = model;
  const density = densities[best < 0 ? densities.length - 1 : best];
  if (!density) throw new Error('A profile has at least one density');
  return density;
}

/** Per entry, the number of earlier inline data parts. */
function inlineSums({ entries, entryCount }: Profile): Int32Array {
  const sums = new Int32Array(entryCount + 1);
  for (let i = 0; i < entryCount; i++) sums[i + 1] = (sums[i] ?? 0) + (entries.inlines[i] ?? 0);
  return sums;
}

/** ΣΔ / Σheuristic over the groups of one model. */
class Groups {
  #growth = 0;
  #heuristic = 0;
  readonly #densities: number[] = [];

  add(growth: number, heuristic: number): void {
    this.#growth += growth;
    this.#heuristic += heuristic;
    this.#densities.push(growth / heuristic);
  }

  density(model: string | null): Density {
    const groups = this.#densities.length;
    if (groups >= ENOUGH_GROUPS && this.#growth > 0) {
      const sorted = this.#densities.sort((a, b) => a - b);
      const value = this.#growth / this.#heuristic;
      const low = Math.min(value, quantile(sorted, 0.1));
      return {
        value,
        source: 'session',
        low,
        high: Math.max(value, quantile(sorted, 0.9)),
        groups,
      };
    }
    const { value, known } = shippedDensity(model);
    return { value, source: known ? 'model' : 'assumed', low: value, high: value, groups };
  }
}
