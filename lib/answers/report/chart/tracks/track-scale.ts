import { formatFactor, formatShort } from '@/lib/engine/base/format';

/** A label of a track's vertical axis, in the units of its scale. */
interface TrackTick {
  readonly at: number;
  readonly text: string;
}

/** The vertical scale of a track. */
export interface TrackScale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly TrackTick[];
  /** A value in the units of the scale. */
  readonly of: (value: number) => number;
  /** A drawn value within the scale. */
  readonly clamp: (drawn: number) => number;
  readonly holds: (value: number) => boolean;
  /** The side on which a drawn value lies beyond the scale. */
  readonly beyond: (drawn: number) => -1 | 0 | 1;
}

/** Room beyond the outermost value, as a share of the span. */
const ROOM = 0.06;

function scale(
  [low, high]: readonly [number, number],
  ticks: readonly TrackTick[],
  of: (value: number) => number,
): TrackScale {
  const beyond = (drawn: number): -1 | 0 | 1 => (drawn > high ? 1 : drawn < low ? -1 : 0);
  return {
    ...{ low, high, ticks, of, beyond },
    clamp: (drawn) => Math.min(high, Math.max(low, drawn)),
    holds: (value) => beyond(of(value)) === 0,
  };
}

/** A linear scale from `low` to `high`, of which one is 0 or both lie on its sides. */
export function linearScale(low: number, high: number, format = formatShort): TrackScale {
  const span = Math.max(high - low, 1e-9);
  const [from, to] = [low < 0 ? low - ROOM * span : low, high > 0 ? high + ROOM * span : high];
  const step = niceStep(span / 2.2);
  const ticks: TrackTick[] = [];
  for (let k = Math.ceil(from / step); k * step <= to; k++) {
    ticks.push({ at: k * step, text: format(k * step) });
  }
  return scale([from, to === from ? from + 1 : to], ticks, (value) => value);
}

/** A logarithmic scale of factors. */
export function logScale(low: number, high: number): TrackScale {
  const [from, to] = [Math.log10(low) - 0.05, Math.log10(high) + 0.05];
  const decades = to - from;
  const marks = decades > 2 ? [1] : decades > 1 ? [1, 3] : [1, 1.5, 2, 3, 5, 7];
  const ticks: TrackTick[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power++) {
    for (const mark of marks) {
      const value = mark * 10 ** power;
      const at = Math.log10(value);
      if (at >= from && at <= to) ticks.push({ at, text: formatFactor(value) });
    }
  }
  return scale([from, to], ticks, Math.log10);
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}
