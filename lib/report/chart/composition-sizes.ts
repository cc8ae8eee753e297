import { floatAt, intAt, numberAt, sumBetween } from '@/lib/base/read';
import type { Replayable } from '@/lib/replay/prepare';
import { densityOf } from '@/lib/replay/projection/density';
import { shareOut } from '@/lib/replay/projection/share-out';

/** Real sizes around and of a log's entries. */
export interface LogSizes {
  readonly prefix: number;
  /** Prefix sums over entries. */
  readonly sizes: Float64Array;
  /** By step, cumulative: what joined the prefix. */
  readonly joined: Float64Array;
}

/**
 * The sizes of a recorded request: the projection's, but where a step grew by more than its entries
 * explain these have the density learnt from ordinary steps, as the ledger's growth says it. The sums
 * of recorded requests are the same.
 */
export function recordedSizes({ profile, projection }: Replayable): LogSizes {
  const { runs, densities, charges, hidden } = projection;
  const { entries } = profile.steps;
  const size = sizesOf(projection.sizes);
  const joinedAt = increments(projection.joined);
  const hiddenAt = increments(hidden);
  const heuristic = (from: number, to: number): number => sumBetween(charges.text, from, to);
  const charged = (from: number, to: number): number =>
    numberAt(charges.tokens, to) - numberAt(charges.tokens, from);
  let prefix = projection.prefix;
  for (const { from, to, crosses, first } of runs.pairs) {
    const start = from < 0 ? 0 : intAt(entries, from);
    const end = intAt(entries, to);
    const density = densityOf(profile, densities, to).value;
    const known = range(start, end).reduce((sum, entry) => sum + floatAt(size, entry), 0);
    if (from < 0 && !crosses && projection.prefixSource === 'recorded') {
      const sized = range(start, end).map(
        (entry) => density * heuristic(entry, entry + 1) + charged(entry, entry + 1),
      );
      const moved = known - sized.reduce((sum, one) => sum + one, 0);
      if (prefix + moved < 0) continue;
      prefix += moved;
      sized.forEach((one, i) => (size[start + i] = one));
    }
    const unexplained = floatAt(joinedAt, to) + floatAt(hiddenAt, to);
    if (first || end <= start || unexplained <= 0 || heuristic(start, end) === 0) continue;
    const explained = Math.round(density * heuristic(start, end)) + charged(start, end);
    const moved = known - explained;
    if (unexplained + moved <= 0) continue;
    const weights = range(start, end).map((entry) => heuristic(entry, entry + 1));
    shareOut(explained - charged(start, end), weights).forEach((one, i) => {
      size[start + i] = one + charged(start + i, start + i + 1);
    });
    if (floatAt(joinedAt, to) > 0) joinedAt[to] = floatAt(joinedAt, to) + moved;
  }
  return { prefix, sizes: sumsOf(size), joined: sumsOf(joinedAt).subarray(1) };
}

/** Every entry at the density of the step that brought it, images at what they are charged; prefix sums. */
export function denseSizes({ profile, projection }: Replayable): Float64Array {
  const { densities, charges } = projection;
  const { entries } = profile.steps;
  const sums = new Float64Array(profile.entryCount + 1);
  const last = Math.max(0, profile.stepCount - 1);
  let step = 0;
  for (let entry = 0; entry < profile.entryCount; entry++) {
    while (step < last && intAt(entries, step) <= entry) step++;
    const density = densityOf(profile, densities, step).value;
    const charged = numberAt(charges.tokens, entry + 1) - numberAt(charges.tokens, entry);
    const size = density * sumBetween(charges.text, entry, entry + 1) + charged;
    sums[entry + 1] = floatAt(sums, entry) + size;
  }
  return sums;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Each value's difference to the one before; the first as it is. */
const increments = (sums: Float64Array): Float64Array =>
  sums.map((sum, i) => sum - (i === 0 ? 0 : floatAt(sums, i - 1)));

/** The values of prefix sums. */
const sizesOf = (sums: Float64Array): Float64Array => increments(sums).subarray(1);

function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, i) => (sums[i + 1] = floatAt(sums, i) + value));
  return sums;
}
