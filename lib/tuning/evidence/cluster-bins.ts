import { seededRandom } from '@/lib/engine/base/random';
import { intAt } from '@/lib/engine/base/read';

/**
 * Steps counted by cluster and bin, empty pairs left out: what drawing clusters with replacement needs
 * to know of the steps, however many they are.
 */
export class ClusterBins {
  readonly #clusters: number;
  /** By cluster: its first pair; one more at the end. */
  readonly #starts: Int32Array;
  readonly #bins: Int32Array;
  readonly #counts: Int32Array;
  readonly #sums: Float64Array;

  /** @param bin each step's bin, 0 to `bins` − 1. */
  constructor(clusters: number, bins: number, cluster: Int32Array, bin: Int32Array) {
    this.#clusters = clusters;
    const ordered = byCluster(clusters, cluster, bin);
    this.#starts = new Int32Array(clusters + 1);
    this.#bins = new Int32Array(bin.length);
    this.#counts = new Int32Array(bin.length);
    this.#sums = new Float64Array(bins);
    let pairs = 0;
    ordered.forEach((own, index) => {
      own.sort();
      for (let i = 0; i < own.length; i++) {
        if (i > 0 && own[i] === own[i - 1]) {
          this.#counts[pairs - 1] = intAt(this.#counts, pairs - 1) + 1;
        } else {
          this.#bins[pairs] = intAt(own, i);
          this.#counts[pairs++] = 1;
        }
      }
      this.#starts[index + 1] = pairs;
    });
  }

  /** Steps by bin where each cluster counts as often as its weight says; valid until the next call. */
  weighted(weights: Int32Array): Float64Array {
    const sums = this.#sums.fill(0);
    for (let cluster = 0; cluster < this.#clusters; cluster++) {
      const weight = intAt(weights, cluster);
      if (weight === 0) continue;
      const end = intAt(this.#starts, cluster + 1);
      for (let pair = intAt(this.#starts, cluster); pair < end; pair++) {
        const bin = intAt(this.#bins, pair);
        sums[bin] = (sums[bin] ?? 0) + weight * intAt(this.#counts, pair);
      }
    }
    return sums;
  }

  /** Steps by bin, each cluster counted once; valid until the next call. */
  once(): Float64Array {
    return this.weighted(new Int32Array(this.#clusters).fill(1));
  }

  /** Draws the clusters with replacement; the same draws for the same seed. */
  *draws(times: number, seed: number): Generator<Float64Array, void> {
    const random = seededRandom(seed);
    const weights = new Int32Array(this.#clusters);
    for (let draw = 0; draw < times; draw++) {
      weights.fill(0);
      for (let i = 0; i < this.#clusters; i++) {
        const index = Math.floor(random() * this.#clusters);
        weights[index] = intAt(weights, index) + 1;
      }
      yield this.weighted(weights);
    }
  }
}

/** The bins of each cluster's steps. */
function byCluster(clusters: number, cluster: Int32Array, bin: Int32Array): readonly Int32Array[] {
  const ends = new Int32Array(clusters);
  for (const index of cluster) ends[index] = intAt(ends, index) + 1;
  for (let index = 1; index < clusters; index++) {
    ends[index] = intAt(ends, index) + intAt(ends, index - 1);
  }
  const starts = Int32Array.from(ends, (_, index) => (index === 0 ? 0 : intAt(ends, index - 1)));
  const next = starts.slice();
  const ordered = new Int32Array(bin.length);
  bin.forEach((one, step) => {
    const index = intAt(cluster, step);
    const place = intAt(next, index);
    ordered[place] = one;
    next[index] = place + 1;
  });
  return Array.from(ends, (end, index) => ordered.subarray(intAt(starts, index), end));
}
