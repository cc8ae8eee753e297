import { median } from '@/lib/engine/base/stats';
import { medianInterval } from './median-interval';

/** A quantity of a table, measured again, beside the shipped one. */
export interface TableLine {
  /** What it is of, in words: a model's or an agent's quantity. */
  readonly of: string;
  /** Sessions behind it, of which each counts once: the parts of one are not independent. */
  readonly n: number;
  /** The median over the sessions; NaN for none. */
  readonly value: number;
  /** 95 % interval of that median by ranks; null for fewer than six sessions. */
  readonly interval: readonly [low: number, high: number] | null;
  /** The value that this build ships. */
  readonly shipped: number;
}

/** The line of one value per session, in any order. */
export function tableLine(of: string, values: readonly number[], shipped: number): TableLine {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    of,
    n: sorted.length,
    value: median(sorted),
    interval: medianInterval(sorted),
    shipped,
  };
}

/** True where the evidence contradicts what is shipped: it lies outside of the interval. */
export const contradicts = ({ interval, shipped }: TableLine): boolean =>
  interval !== null && (shipped < interval[0] || shipped > interval[1]);
