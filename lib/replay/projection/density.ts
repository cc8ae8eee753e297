import { quantile } from '@/lib/base/stats';
import { shippedDensity } from '@/lib/tokens/density';
import type { Profile } from '@/lib/tokens/profile';
import type { RecordedRuns } from './runs';

/** Fewest groups for a session's own density. */
const ENOUGH_GROUPS = 5;

/** A group's rest is hidden growth from this many scales of the residuals on, and from this size on. */
const HIDDEN_SCALES = 6;
const LEAST_HIDDEN = 1_000;

/** Real tokens per heuristic token, and the source of that number. */
export interface Density {
  /** The median of the groups' own densities, by heuristic: a few odd groups do not carry it. */
  readonly value: number;
  readonly source: 'session' | 'model' | 'assumed';
  /** Their p10 and p90, by heuristic; equal to `value` if there are too few. */
  readonly low: number;
  readonly high: number;
  /** Number of groups it was learnt from. */
  readonly groups: number;
  /** Tokens beyond density × heuristic from which a group's rest is a hidden item. */
  readonly unexplained: number;
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

/** Groups of one model: what each grew by, and by how much heuristic. */
class Groups {
  readonly #groups: { readonly growth: number; readonly heuristic: number }[] = [];

  add(growth: number, heuristic: number): void {
    this.#groups.push({ growth, heuristic });
  }

  density(model: string | null): Density {
    const groups = this.#groups.length;
    if (groups >= ENOUGH_GROUPS && this.#groups.some(({ growth }) => growth > 0)) {
      const at = this.#shares();
      const value = at(0.5);
      if (value > 0) {
        const unexplained = Math.max(LEAST_HIDDEN, HIDDEN_SCALES * this.#scale(value));
        return { value, source: 'session', low: at(0.1), high: at(0.9), groups, unexplained };
      }
    }
    const { value, known } = shippedDensity(model);
    const source = known ? 'model' : 'assumed';
    return { value, source, low: value, high: value, groups, unexplained: Infinity };
  }

  /** Quantiles of the groups' own densities, each group as heavy as its heuristic. */
  #shares(): (q: number) => number {
    const sorted = this.#groups
      .map(({ growth, heuristic }) => ({ density: growth / heuristic, heuristic }))
      .sort((a, b) => a.density - b.density);
    const total = sorted.reduce((sum, { heuristic }) => sum + heuristic, 0);
    return (q) => {
      let passed = 0;
      for (const { density, heuristic } of sorted) {
        passed += heuristic;
        if (passed >= q * total) return density;
      }
      return 0;
    };
  }

  /** The residuals' own scale: 1.4826 × their median size, a standard deviation of ordinary ones. */
  #scale(density: number): number {
    const residuals = this.#groups
      .map(({ growth, heuristic }) => Math.abs(growth - density * heuristic))
      .sort((a, b) => a - b);
    return 1.4826 * quantile(residuals, 0.5);
  }
}
