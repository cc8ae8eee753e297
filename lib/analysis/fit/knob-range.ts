/** The values of one setting that put a policy's threshold between two counts. */
import { formatInteger } from '@/lib/engine/base/format';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';

/** Counts between which a threshold lies: greater than `above`, at most `upTo`. */
export interface ThresholdBounds {
  readonly above: number;
  readonly upTo: number;
}

/** A setting that moves a threshold, and the grid of its values: `unit` × from … to. */
export interface MovedSetting {
  readonly key: string;
  readonly unit: number;
  readonly from: number;
  readonly to: number;
}

/** The values of a setting that explain a threshold, and the roundest of them. */
export interface KnobRange {
  readonly from: number;
  readonly to: number;
  readonly roundest: number;
}

/** A policy's threshold under some settings; Infinity where it has none. */
export const thresholdUnder = (
  { decision }: Pick<Policy, 'decision'>,
  settings: Settings,
): number => decision?.threshold(settings, 0) ?? Infinity;

/**
 * The values of a setting with which the threshold lies within the bounds; null for none. The threshold
 * must not fall and rise again between the ends of the grid.
 */
export function knobRange(
  policy: Pick<Policy, 'decision'>,
  settings: Settings,
  { key, unit, from, to }: MovedSetting,
  { above, upTo }: ThresholdBounds,
): KnobRange | null {
  const at = (i: number): number =>
    thresholdUnder(policy, { ...settings, [key]: valueOf(i, unit) });
  const rises = at(from) < at(to);
  // The first place from which on the threshold is past a count, in the direction in which it rises.
  const first = (isPast: (threshold: number) => boolean): number => {
    let [low, high] = [from, to + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isPast(at(middle)) === rises) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const enters = first((threshold) => threshold > above);
  const leaves = first((threshold) => threshold > upTo);
  const [least, most] = rises ? [enters, leaves - 1] : [leaves, enters - 1];
  if (least > most || least > to || most < from) return null;
  const [low, high] = [valueOf(least, unit), valueOf(most, unit)];
  return { from: low, to: high, roundest: valueOf(roundest(least, most), unit) };
}

/** A value of a grid: hundredths as they are written, 0.29 and not 0.29000000000000004. */
export const valueOf = (i: number, unit: number): number =>
  unit === 1 ? i : i / Math.round(1 / unit);

/** The number from `least` to `most` with the most zeros at its end, else a 5; the greatest of several. */
export function roundest(least: number, most: number): number {
  for (let unit = 1_000_000; unit >= 1; unit /= 10) {
    for (const step of [unit, unit / 2]) {
      const round = Math.floor(most / step) * step;
      if (Number.isInteger(step) && round >= least && round > 0) return round;
    }
  }
  return most;
}

/** Parts of a hundredth that a share can be given in. */
export const FINER = 100;

/** Fewer settings before more, round values before odd ones, whole hundredths before what lies between. */
export const costOf = (change: Readonly<Record<string, number>>): number =>
  Object.values(change).reduce((sum, value) => {
    const isFine = Math.round(value * 10_000) % FINER !== 0;
    return sum + 2 + digitsOf(value) + (isFine ? 2 : 0);
  }, 0);

/** Digits before the zeros at the end: 500,000 has 1, 0.35 has 2. */
export const digitsOf = (value: number): number =>
  formatInteger(Math.round(value * 10_000))
    .replace(/,/g, '')
    .replace(/0+$/, '').length;
