import { quantile } from '@/lib/engine/base/stats';
import { shippedDensity } from '@/lib/engine/tokens/density';
import type { ImageCharges } from '@/lib/engine/tokens/images/image-charges';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RecordedRuns } from './runs';

/** Fewest groups for a session's own density. */
export const ENOUGH_GROUPS = 5;

/** A group's rest is hidden growth from this many scales of the residuals on, and from this size on. */
export const HIDDEN_SCALES = 6;
export const LEAST_HIDDEN = 1_000;
/** Tokens of unexplained growth that are more than reminders: something joined the prefix. */
export const LEAST_JOINED = 5_000;
/** Most real tokens per four bytes of text: no tokenizer gives more than one a byte. */
const MOST_OF_TEXT = 4;

/** Real tokens per heuristic token, and the source of that number. */
export interface Density {
  readonly value: number;
  readonly source: 'session' | 'model' | 'assumed';
  /** p10 and p90 of the groups' own densities; equal to `value` if there are too few. */
  readonly low: number;
  readonly high: number;
  /** Number of groups it was learnt from. */
  readonly groups: number;
  /** Tokens beyond density × heuristic from which a group's rest is a hidden item. */
  readonly unexplained: number;
}

/** Growth of the recorded requests within runs, by model in the order of `head.models`; the last is for no model. */
export function learnDensities(
  profile: Profile,
  runs: RecordedRuns,
  charges: ImageCharges,
): LearntDensities {
  const all = groupsOf(profile, runs, charges, () => true);
  const { entries } = profile.steps;
  const { unknown } = charges;
  // An image costs a few hundredths of its bytes ÷ 4, which is no evidence of a text's cost.
  const ofText =
    unknown.at(-1) === 0
      ? all
      : groupsOf(
          profile,
          runs,
          charges,
          (from, to) => unknown[entries[to] as number] === unknown[entries[from] as number],
        );
  const models = [...profile.head.models, null];
  const ordinary = models.map((model, i) => textDensity(all[i] ?? [], model));
  const texts = ofText === all ? ordinary : models.map((m, i) => textDensity(ofText[i] ?? [], m));
  return {
    densities: models.map((model, i) => growthDensity(all[i] ?? [], ordinary[i] as Density, model)),
    texts: models.map((model, i) => possible(texts[i] as Density, model)),
  };
}

/** A density of text; the shipped one where requests grew by what the recording does not hold. */
const possible = (learnt: Density, model: string | null): Density =>
  learnt.value <= MOST_OF_TEXT ? learnt : shipped(model, learnt.groups);

/** Densities by model. */
interface LearntDensities {
  /** Of everything a step adds, what is hidden with it included: sizes entries without a group. */
  readonly densities: readonly Density[];
  /** Of the text alone: sizes summaries and texts the policy adds. */
  readonly texts: readonly Density[];
}

/** What a recorded request grew by within its run, and by how much heuristic, charged images aside. */
interface Group {
  readonly growth: number;
  readonly heuristic: number;
  /** Tokens of the response before it; 0 where unknown. */
  readonly output: number;
}

function groupsOf(
  profile: Profile,
  runs: RecordedRuns,
  { tokens, text }: ImageCharges,
  counts: (from: number, to: number) => boolean,
): readonly (readonly Group[])[] {
  const { real, model, output, entries } = profile.steps;
  const groups: Group[][] = [...profile.head.models, null].map(() => []);
  for (const { from, to, first } of runs.pairs) {
    if (first || !counts(from, to)) continue;
    const [before, now] = [entries[from] as number, entries[to] as number];
    const charged = (tokens[now] as number) - (tokens[before] as number);
    const growth = (real[to] ?? 0) - (real[from] ?? 0) - charged;
    const thoughts = (runs.thoughts[to] ?? 0) - (runs.thoughts[from] ?? 0);
    const heuristic = (text[now] as number) - (text[before] as number) + thoughts;
    const group = { growth, heuristic, output: Math.max(0, output[from] ?? 0) };
    if (growth >= 0 && heuristic > 0) groups.at(model[to] ?? -1)?.push(group);
  }
  return groups;
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

/**
 * ΣΔ / Σheuristic over the groups of one model, without those at which something joined the prefix:
 * a few of them must not carry it.
 */
function growthDensity(all: readonly Group[], text: Density, model: string | null): Density {
  const groups = all.filter(
    ({ growth, heuristic, output }) => growth - output - text.value * heuristic < LEAST_JOINED,
  );
  const growth = groups.reduce((sum, one) => sum + one.growth, 0);
  if (groups.length < ENOUGH_GROUPS || growth === 0) return shipped(model, groups.length);
  const value = growth / groups.reduce((sum, one) => sum + one.heuristic, 0);
  const sorted = Float64Array.from(groups, (one) => one.growth / one.heuristic).sort();
  return {
    value,
    source: 'session',
    low: Math.min(value, quantile(sorted, 0.1)),
    high: Math.max(value, quantile(sorted, 0.9)),
    groups: groups.length,
    unexplained: text.unexplained,
  };
}

/** The median of the groups' own densities, each as heavy as its heuristic, and their p10 and p90. */
function textDensity(groups: readonly Group[], model: string | null): Density {
  const sorted = groups
    .map(({ growth, heuristic }) => ({ density: growth / heuristic, heuristic }))
    .sort((a, b) => a.density - b.density);
  const total = sorted.reduce((sum, { heuristic }) => sum + heuristic, 0);
  const at = (q: number): number => {
    let passed = 0;
    for (const { density, heuristic } of sorted) {
      passed += heuristic;
      if (passed >= q * total) return density;
    }
    return 0;
  };
  const value = at(0.5);
  if (groups.length < ENOUGH_GROUPS || value === 0) return shipped(model, groups.length);
  const residuals = Float64Array.from(groups, ({ growth, heuristic }) =>
    Math.abs(growth - value * heuristic),
  ).sort();
  // 1.4826 × the median of sizes is a standard deviation of ordinary residuals.
  const unexplained = Math.max(LEAST_HIDDEN, HIDDEN_SCALES * 1.4826 * quantile(residuals, 0.5));
  const source = 'session';
  return { value, source, low: at(0.1), high: at(0.9), groups: groups.length, unexplained };
}

function shipped(model: string | null, groups: number): Density {
  const { value, known } = shippedDensity(model);
  const source = known ? 'model' : 'assumed';
  return { value, source, low: value, high: value, groups, unexplained: Infinity };
}
