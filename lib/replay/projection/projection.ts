/**
 * Real tokens of each entry of a recording, so that requests that were never sent can be sized.
 * DESIGN §2 "Projection of real tokens" gives the rules; sizes are multiples of 2^-20, so that
 * their sums are exact and a replay that never diverges gives back every recorded number.
 */
import { keptSum, recordedViews, type RecordedView } from '../recorded-view';
import type { Profile } from '@/lib/tokens/profile';
import { densityOf, learnDensities, mainDensity, textDensities, type Density } from './density';
import { recordedRuns, type RecordedRuns } from './runs';
import { shareOut } from './share-out';

/** A view of the recording with the remainders that only the policy `recorded` keeps. */
interface SizedView extends RecordedView {
  /** Real tokens of summary and kept entries, less the elided ones. */
  readonly offset: number;
  /** Tokens the agent re-injected after the compaction; they make the recorded number come out. */
  readonly remainder: number;
}

/** Real sizes of a session's entries. */
export interface Projection {
  /** Real tokens of the hidden and visible prefix. */
  readonly prefix: number;
  readonly prefixSource: 'recorded' | 'clamped' | 'heuristic' | 'none';
  /** Prefix sums over entries, without stripped thoughts. */
  readonly sizes: Float64Array;
  /** Prefix sums over entries of the heuristic that was sized by density. */
  readonly byDensity: Int32Array;
  /** Hidden items (positive) and elisions (negative) in effect at each step, cumulative. */
  readonly hidden: Float64Array;
  /** Real tokens per heuristic token by model: sizes thoughts, and entries whose growth is unknown. */
  readonly densities: readonly Density[];
  /** Density of text alone by model: sizes summaries. */
  readonly texts: readonly Density[];
  /** Density of text for the session's main model: sizes summaries and texts the policy adds. */
  readonly density: Density;
  readonly views: readonly SizedView[];
  readonly runs: RecordedRuns;
}

const GRAIN = 2 ** 20;

/** Rounds to a multiple of 2^-20: sums of such numbers are exact in doubles. */
export const grain = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** Sizes every entry of a recording. `prefixTokens` is the heuristic of the known prefix. */
export function projectReal(profile: Profile, prefixTokens: number): Projection {
  const runs = recordedRuns(profile);
  const densities = learnDensities(profile, runs);
  return new Sizing(profile, prefixTokens, runs, densities).finish();
}

/** Walks the pairs of neighbouring usage-bearing steps once, in order. */
class Sizing {
  readonly #profile: Profile;
  readonly #runs: RecordedRuns;
  readonly #densities: readonly Density[];
  readonly #texts: readonly Density[];
  readonly #prefixTokens: number;
  readonly #size: Float64Array;
  readonly #dense: Uint8Array;
  readonly #hiddenAt: Float64Array;
  #prefix = 0;
  #prefixSource: Projection['prefixSource'] = 'none';
  #sized = 0;
  /** Number of steps whose entries are sized. */
  #passed = 0;

  constructor(
    profile: Profile,
    prefixTokens: number,
    runs: RecordedRuns,
    densities: readonly Density[],
  ) {
    this.#profile = profile;
    this.#runs = runs;
    this.#densities = densities;
    this.#texts = textDensities(profile, runs, densities);
    this.#prefixTokens = prefixTokens;
    this.#size = new Float64Array(profile.entryCount);
    this.#dense = new Uint8Array(profile.entryCount);
    this.#hiddenAt = new Float64Array(profile.stepCount);
  }

  finish(): Projection {
    for (const pair of this.#runs.pairs) {
      if (pair.from < 0) this.#firstReal(pair.to, pair.crosses);
      else if (pair.crosses) this.#byDensity(pair.to);
      else this.#group(pair.from, pair.to, pair.first);
    }
    this.#rest();
    return this.#sum();
  }

  #densityOf(step: number): Density {
    return densityOf(this.#profile, this.#densities, step);
  }

  #entryHeuristic(entry: number): number {
    return (this.#profile.sum[entry + 1] ?? 0) - (this.#profile.sum[entry] ?? 0);
  }

  /** Real tokens of the turn's thoughts at a step; whole numbers, so that groups stay whole. */
  #thoughts(step: number): number {
    return Math.round(this.#densityOf(step).value * (this.#runs.thoughts[step] ?? 0));
  }

  /** Size of the entries added since the last sizing: density of their step × heuristic. */
  #byDensity(step: number): number {
    let total = 0;
    for (; this.#passed <= step; this.#passed++) {
      const to = this.#profile.steps.entries[this.#passed] ?? 0;
      const density = this.#densityOf(this.#passed).value;
      for (let entry = this.#sized; entry < to; entry++) {
        const size = grain(density * this.#entryHeuristic(entry));
        this.#size[entry] = size;
        this.#dense[entry] = 1;
        total += size;
      }
      this.#sized = Math.max(this.#sized, to);
    }
    return total;
  }

  #firstReal(step: number, crosses: boolean): void {
    const real = this.#profile.steps.real[step] ?? 0;
    const known = this.#byDensity(step) + this.#thoughts(step);
    // After a recorded compaction the request was not the log: only the view's size may be taken.
    const visible = crosses ? this.#viewSize(step) : known;
    this.#prefixSource = 'recorded';
    this.#prefix = real - visible;
    if (this.#prefix >= 0) return;
    this.#prefix = 0;
    this.#prefixSource = 'clamped';
    if (crosses) return;
    const left = real - this.#thoughts(step);
    this.#share(0, this.#sized, left);
    if (left < 0) this.#hiddenAt[step] = left;
  }

  /** Size of the recorded view of a step, before any prefix. */
  #viewSize(step: number): number {
    const view = recordedViews(this.#profile).findLast((candidate) => candidate.step <= step);
    if (!view) return 0;
    const sums = prefixSums(this.#size);
    const to = this.#profile.steps.entries[step] ?? 0;
    const text = densityOf(this.#profile, this.#texts, step);
    const offset = keptSum(view, sums) + grain(text.value * view.summaryTokens);
    return offset + (sums[to] ?? 0) - (sums[view.from] ?? 0) + this.#thoughts(step);
  }

  /** Shares the growth between two steps of a run among the entries added. */
  #group(from: number, to: number, modelChanged: boolean): void {
    const { real, entries } = this.#profile.steps;
    const growth =
      (real[to] ?? 0) - (real[from] ?? 0) - (this.#thoughts(to) - this.#thoughts(from));
    const start = this.#sized;
    const end = Math.max(start, entries[to] ?? 0);
    if (growth < 0 || modelChanged) {
      this.#hiddenAt[to] = growth - this.#byDensity(to);
      return;
    }
    if (start === end) this.#hiddenAt[to] = growth;
    else this.#share(start, end, growth);
    this.#sized = end;
  }

  #share(start: number, end: number, total: number): void {
    const weights: number[] = [];
    for (let i = start; i < end; i++) weights.push(this.#entryHeuristic(i));
    shareOut(Math.max(0, total), weights).forEach((size, i) => {
      this.#size[start + i] = size;
      this.#dense[start + i] = 0;
    });
  }

  /**
   * Sizes entries after the last known real; the prefix of a session without any, by its first
   * step's model.
   */
  #rest(): void {
    const last = this.#profile.stepCount - 1;
    if (last < 0) return;
    this.#byDensity(last);
    const density = this.#densityOf(last).value;
    for (let entry = this.#sized; entry < this.#profile.entryCount; entry++) {
      this.#size[entry] = grain(density * this.#entryHeuristic(entry));
      this.#dense[entry] = 1;
    }
    if (this.#runs.pairs.length > 0 || this.#prefixTokens === 0) return;
    this.#prefix = grain(this.#densityOf(0).value * this.#prefixTokens);
    this.#prefixSource = 'heuristic';
  }

  #sum(): Projection {
    const { stepCount, entryCount } = this.#profile;
    const hidden = new Float64Array(stepCount);
    const byDensity = new Int32Array(entryCount + 1);
    let running = 0;
    for (let i = 0; i < stepCount; i++) {
      running += this.#hiddenAt[i] ?? 0;
      hidden[i] = running;
    }
    for (let entry = 0; entry < entryCount; entry++) {
      const dense = this.#dense[entry] ? this.#entryHeuristic(entry) : 0;
      byDensity[entry + 1] = (byDensity[entry] ?? 0) + dense;
    }
    const sizes = prefixSums(this.#size);
    const core = {
      prefix: this.#prefix,
      prefixSource: this.#prefixSource,
      sizes,
      byDensity,
      hidden,
      densities: this.#densities,
      texts: this.#texts,
      density: mainDensity(this.#profile, this.#texts),
      runs: this.#runs,
    };
    return { ...core, views: sizeViews(this.#profile, core) };
  }
}

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

/** Sets each recorded view's remainder so that its first known real comes out. */
function sizeViews(profile: Profile, core: Omit<Projection, 'views'>): readonly SizedView[] {
  const views = recordedViews(profile);
  const { real, entries } = profile.steps;
  let remainder = 0;
  return views.map((view, index) => {
    const end = views[index + 1]?.step ?? profile.stepCount;
    const density = densityOf(profile, core.texts, Math.min(view.step, profile.stepCount - 1) || 0);
    const offset = keptSum(view, core.sizes) + grain(density.value * view.summaryTokens);
    const sized = { ...view, offset, remainder: 0 };
    let first = view.step;
    while (first < end && (real[first] ?? -1) < 0) first++;
    if (!view.boundary) return sized;
    if (first < end) {
      const n = entries[first] ?? 0;
      remainder = (real[first] ?? 0) - recordedSize(profile, core, sized, first, n);
    }
    return { ...sized, remainder };
  });
}

/** Real tokens of a step's recorded request under a view, rebuilt from sizes. */
function recordedSize(
  profile: Profile,
  core: Omit<Projection, 'views'>,
  view: SizedView,
  step: number,
  n: number,
): number {
  const hidden = (core.hidden[step] ?? 0) - (core.hidden[view.since] ?? 0);
  return (
    core.prefix +
    view.offset +
    view.remainder +
    (core.sizes[n] ?? 0) -
    (core.sizes[view.from] ?? 0) +
    hidden +
    thoughtSize(profile, core.densities, step, view.from)
  );
}

function prefixSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  return sums;
}
