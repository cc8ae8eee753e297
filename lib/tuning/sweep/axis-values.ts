import { roundTo } from '@/lib/engine/base/round-to';

/** Most values of one axis. */
export const MOST_VALUES = 2_000;

/** A range of a setting with a step, as a user gives it. */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** A setting and the range of its values. */
export interface NamedRange extends AxisRange {
  readonly setting: string;
}

/**
 * Values from `from` to `to`, ascending, with `also` among them: today's setting is always a value, so
 * that others can be compared with it. Decimals are those of the numbers given: 1 + 7 × 0.1 is 1.7.
 * Throws a RangeError for a range that is empty, endless or longer than {@link MOST_VALUES}.
 */
export function axisValues(
  { from, to, step }: AxisRange,
  also: readonly number[] = [],
): readonly number[] {
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (!(step > 0) || !(from <= to) || !Number.isFinite(count)) {
    throw new RangeError(`There is no range from ${from} to ${to} by ${step}`);
  }
  if (count > MOST_VALUES) {
    throw new RangeError(`${count} values are more than ${MOST_VALUES}: choose a larger step`);
  }
  const digits = Math.min(12, Math.max(decimals(from), decimals(step)));
  const values = Array.from({ length: count }, (_, i) => roundTo(from + i * step, digits));
  const inside = also.filter((value) => value >= from && value <= to);
  return [...new Set([...values, ...inside])].sort((a, b) => a - b);
}

const decimals = (value: number): number => String(value).split('.')[1]?.length ?? 0;
