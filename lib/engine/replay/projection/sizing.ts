import { keptSum, recordedViews } from '../recorded-view';
import { isSaid } from '@/lib/engine/mechanisms/turns';
import { expectedPrefix, survivingGrowth } from '@/lib/engine/tokens/prefix-prior';
import { imageCharges, type ImageCharges } from '@/lib/engine/tokens/images/image-charges';
import type { Profile } from '@/lib/engine/tokens/profile';
import { densityOf, learnDensities, LEAST_JOINED, mainDensity, type Density } from './density';
import { grain, prefixSums } from './grain';
import { recordedRuns, type RecordedRuns } from './runs';
import { shareOut } from './share-out';

/** Tokens above the expected prefix from which a first request holds an unknown head. */
export const LEAST_HEAD = 40_000;
/** Standard deviations between p10 and p90 of a normal distribution. */
const P10_TO_P90 = 2.563;

/** Real sizes of a session's entries, and of what is hidden around them. */
export interface EntrySizes {
  /** Real tokens of the hidden and visible prefix. */
  readonly prefix: number;
  /**
   * prior: the agent's usual one, as the recording starts in the middle; learnt: the same, by the first
   * request behind its first compaction.
   */
  readonly prefixSource: 'recorded' | 'prior' | 'learnt' | 'clamped' | 'heuristic' | 'none';
  /** Real tokens of the conversation before the recording begins; 0 for a whole one. */
  readonly head: number;
  /** Prefix sums over entries, without stripped thoughts. */
  readonly sizes: Float64Array;
  /** Prefix sums over entries of the heuristic that was sized by density. */
  readonly byDensity: Int32Array;
  /** Hidden items (positive) and elisions (negative) in effect at each step, cumulative: a compaction covers them. */
  readonly hidden: Float64Array;
  /** Hidden items that joined the prefix, cumulative: they survive every compaction. */
  readonly joined: Float64Array;
  /** Real tokens per heuristic token by model: sizes thoughts, and entries whose growth is unknown. */
  readonly densities: readonly Density[];
  /** Density of text alone by model: sizes summaries. */
  readonly texts: readonly Density[];
  /** Density of text for the session's main model: sizes summaries and texts the policy adds. */
  readonly density: Density;
  /** Images that are sized by what their models charge. */
  readonly charges: ImageCharges;
  readonly runs: RecordedRuns;
}

/** Walks the pairs of neighbouring usage-bearing steps once, in order. */
export class Sizing {
  readonly #profile: Profile;
  readonly #runs: RecordedRuns;
  readonly #densities: readonly Density[];
  readonly #texts: readonly Density[];
  readonly #charges: ImageCharges;
  readonly #prefixTokens: number;
  readonly #size: Float64Array;
  readonly #dense: Uint8Array;
  readonly #hiddenAt: Float64Array;
  readonly #joinedAt: Float64Array;
  readonly #laterDrop: Float64Array;
  #prefix = 0;
  #prefixSource: EntrySizes['prefixSource'] = 'none';
  #head = 0;
  /** Step whose request first held the unknown head. */
  #headStep = 0;
  #sized = 0;
  /** Index of the pair at work. */
  #pair = 0;
  /** Number of steps whose entries are sized. */
  #passed = 0;

  constructor(profile: Profile, prefixTokens: number) {
    const runs = recordedRuns(profile);
    const charges = imageCharges(profile);
    const { densities, texts } = learnDensities(profile, runs, charges);
    this.#profile = profile;
    this.#charges = charges;
    this.#runs = runs;
    this.#densities = densities;
    this.#texts = texts;
    this.#prefixTokens = prefixTokens;
    this.#size = new Float64Array(profile.entryCount);
    this.#dense = new Uint8Array(profile.entryCount);
    this.#hiddenAt = new Float64Array(profile.stepCount);
    this.#joinedAt = new Float64Array(profile.stepCount);
    this.#laterDrop = laterDrops(profile, runs);
  }

  finish(): EntrySizes {
    for (const [index, pair] of this.#runs.pairs.entries()) {
      this.#pair = index;
      if (pair.from < 0) this.#firstReal(pair.to, pair.crosses);
      else if (pair.crosses) {
        this.#byDensity(pair.to);
        this.#learnPrefix(pair.to);
      } else this.#group(pair.from, pair.to, pair.first);
    }
    this.#rest();
    return this.#sum();
  }

  #densityOf(step: number): Density {
    return densityOf(this.#profile, this.#densities, step);
  }

  /** Heuristic of what density sizes: images that are charged aside. */
  #heuristic(from: number, to: number): number {
    const { text } = this.#charges;
    return (text[to] ?? 0) - (text[from] ?? 0);
  }

  #charged(from: number, to: number): number {
    const { tokens } = this.#charges;
    return (tokens[to] ?? 0) - (tokens[from] ?? 0);
  }

  #sizeByDensity(entry: number, density: number): number {
    return this.#charged(entry, entry + 1) + grain(density * this.#heuristic(entry, entry + 1));
  }

  /** Real tokens of the turn's thoughts at a step; whole numbers, so that groups stay whole. */
  #thoughts(step: number): number {
    return Math.round(this.#densityOf(step).value * (this.#runs.thoughts[step] ?? 0));
  }

  /** Size of the entries added since the last sizing: density of their step × heuristic. */
  #byDensity(step: number, densities = this.#densities): number {
    let total = 0;
    for (; this.#passed <= step; this.#passed++) {
      const to = this.#profile.steps.entries[this.#passed] ?? 0;
      const density = densityOf(this.#profile, densities, this.#passed).value;
      for (let entry = this.#sized; entry < to; entry++) {
        const size = this.#sizeByDensity(entry, density);
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
    // Nothing hidden grew yet: its texts weigh what texts do, unless images weigh far less.
    const densities = this.#charges.unknown.at(-1) === 0 ? this.#texts : this.#densities;
    const known = this.#byDensity(step, densities) + this.#thoughts(step);
    // After a recorded compaction the request was not the log: only the view's size may be taken.
    const visible = crosses ? this.#viewSize(step) : known;
    this.#prefixSource = 'recorded';
    this.#prefix = real - visible;
    this.#parted(
      crosses ? step : 0,
      real - this.#prefix,
      crosses ? 0 : this.#heuristic(0, this.#sized),
    );
    if (this.#prefix >= 0) return;
    this.#prefix = 0;
    this.#prefixSource = 'clamped';
    if (crosses) return;
    const left = real - this.#thoughts(step);
    this.#share(0, this.#sized, left, step);
    if (left < 0) this.#hiddenAt[step] = left;
  }

  /**
   * A first request far above what any session of its agent begins with holds a conversation that the
   * recording lacks: beyond the expected prefix it is an unknown head, which a compaction covers. One that
   * visibly holds a conversation tells little of the prefix: it is what a small error of the density leaves.
   */
  #parted(step: number, visible: number, heuristic: number): void {
    const expected = expectedPrefix(this.#profile.head);
    if (expected === 0 || this.#prefix <= expected) return;
    const whole = this.#prefix <= expected + LEAST_HEAD;
    if (whole && visible < LEAST_HEAD) return;
    const prefix = whole ? this.#weighed(expected, step, heuristic) : expected;
    this.#head = this.#prefix - prefix;
    this.#prefix = prefix;
    this.#prefixSource = 'prior';
    this.#hiddenAt[step] = this.#head;
    this.#headStep = step;
  }

  /**
   * Observed and expected prefix, each as heavy as it is sure: half of the expected one is its deviation, the
   * standard error of the density times the heuristic that of the observed one.
   */
  #weighed(expected: number, step: number, heuristic: number): number {
    const { low, high, groups } = densityOf(this.#profile, this.#texts, step);
    const observed = (((high - low) / P10_TO_P90) * heuristic) / Math.sqrt(Math.max(1, groups));
    const [far, near] = [observed ** 2, (expected / 2) ** 2];
    return grain((this.#prefix * near + expected * far) / (near + far));
  }

  /**
   * The first request behind a compaction shows what the unknown head hid: beyond what is seen of it, it
   * holds the prefix, and what its agent put back with it.
   */
  #learnPrefix(step: number): void {
    if (this.#prefixSource !== 'prior') return;
    const joined = this.#joinedAt.subarray(0, step + 1).reduce((sum, one) => sum + one, 0);
    const seen = (this.#profile.steps.real[step] ?? 0) - this.#viewSize(step) - joined;
    const whole = this.#prefix + this.#head;
    if (seen <= 0 || seen >= whole) return;
    this.#hiddenAt[this.#headStep] = (this.#hiddenAt[this.#headStep] ?? 0) + this.#prefix - seen;
    this.#head = whole - seen;
    this.#prefix = seen;
    this.#prefixSource = 'learnt';
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
    if (start === end) this.#hide(from, to, growth, 0);
    else this.#share(start, end, growth - this.#unexplained(from, to, growth), to);
    this.#sized = end;
  }

  /**
   * The rest of a step's growth that its entries cannot explain, beyond the ordinary residuals: it is
   * hidden, not theirs. 0 for an ordinary step.
   */
  #unexplained(from: number, to: number, growth: number): number {
    const { value, unexplained } = densityOf(this.#profile, this.#texts, to);
    const start = this.#sized;
    const end = this.#profile.steps.entries[to] ?? 0;
    // Whole, as every part of a recorded number: sums of parts stay exact.
    const explained = Math.round(value * this.#heuristic(start, end)) + this.#charged(start, end);
    const rest = growth - explained;
    if (rest <= unexplained) return 0;
    this.#hide(from, to, rest, explained);
    return rest;
  }

  /**
   * Takes hidden growth: thinking that the response before it explains leaves with a compaction, and so
   * do small reminders and what leaves again by itself; a large rest joined the prefix, as tools do.
   */
  #hide(from: number, to: number, rest: number, explained: number): void {
    const { real, output } = this.#profile.steps;
    const grown = (real[to] ?? 0) - (real[from] ?? 0) - explained;
    const joined = Math.min(rest, grown) - Math.max(0, output[from] ?? 0);
    const leaves = (this.#laterDrop[this.#pair] ?? 0) >= joined / 2;
    const joins = joined >= LEAST_JOINED && !leaves;
    this.#joinedAt[to] = joins ? grain(this.#surviving(from, to, joined)) : 0;
    this.#hiddenAt[to] = rest - (this.#joinedAt[to] ?? 0);
  }

  /** What a compaction leaves of growth that no entry between two steps explains. */
  #surviving(from: number, to: number, joined: number): number {
    const { steps, entries, head } = this.#profile;
    const added = entries.flags.subarray(steps.entries[from], steps.entries[to]);
    return survivingGrowth(head.source, joined, added.some(isSaid));
  }

  /** Images take what they are charged, texts the rest by heuristic; both share what is less than the charges. */
  #share(start: number, end: number, total: number, step: number): void {
    const least = this.#charged(start, end);
    const scarce = total < least;
    const density = scarce ? densityOf(this.#profile, this.#texts, step).value : 1;
    const weights: number[] = [];
    for (let i = start; i < end; i++) {
      const own = scarce ? this.#charged(i, i + 1) : 0;
      weights.push(own + Math.round(density * this.#heuristic(i, i + 1)));
    }
    // Reasoning that only the provider can read has its share too, and leaves with a compaction.
    const { sealed } = this.#profile.entries;
    const unread = scarce ? 0 : sealed.subarray(start, end).reduce((sum, one) => sum + one, 0);
    if (unread > 0) weights.push(unread);
    shareOut(Math.max(0, scarce ? total : total - least), weights).forEach((size, i) => {
      const entry = start + i;
      if (entry === end) {
        this.#hiddenAt[step] = (this.#hiddenAt[step] ?? 0) + size;
        return;
      }
      this.#size[entry] = size + (scarce ? 0 : this.#charged(entry, entry + 1));
      this.#dense[entry] = 0;
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
      this.#size[entry] = this.#sizeByDensity(entry, density);
      this.#dense[entry] = 1;
    }
    if (this.#runs.pairs.length > 0 || this.#prefixTokens === 0) return;
    this.#prefix = grain(this.#densityOf(0).value * this.#prefixTokens);
    this.#prefixSource = 'heuristic';
  }

  #sum(): EntrySizes {
    const { entryCount } = this.#profile;
    const byDensity = new Int32Array(entryCount + 1);
    for (let entry = 0; entry < entryCount; entry++) {
      const dense = this.#dense[entry] ? this.#heuristic(entry, entry + 1) : 0;
      byDensity[entry + 1] = (byDensity[entry] ?? 0) + dense;
    }
    return {
      prefix: this.#prefix,
      prefixSource: this.#prefixSource,
      head: this.#head,
      sizes: prefixSums(this.#size),
      byDensity,
      hidden: prefixSums(this.#hiddenAt).subarray(1),
      joined: prefixSums(this.#joinedAt).subarray(1),
      densities: this.#densities,
      texts: this.#texts,
      density: mainDensity(this.#profile, this.#texts),
      charges: this.#charges,
      runs: this.#runs,
    };
  }
}

/** Per pair, the greatest shrinkage of the request at a later pair of the same run; 0 for none. */
function laterDrops({ steps: { real } }: Profile, { pairs }: RecordedRuns): Float64Array {
  const drops = new Float64Array(pairs.length);
  for (let k = pairs.length - 2; k >= 0; k--) {
    const next = pairs[k + 1];
    if (next === undefined || next.first) continue;
    const drop = (real[next.from] ?? 0) - (real[next.to] ?? 0);
    drops[k] = Math.max(drop, drops[k + 1] ?? 0);
  }
  return drops;
}
