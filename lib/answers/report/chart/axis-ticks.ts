import { formatInteger } from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';
import { placeOf, type ChartAxis } from './chart-axis';

/** A labelled place of the horizontal axis. */
export interface AxisTick {
  readonly place: number;
  readonly text: string;
}

/** Labels of turns or clock times within a range, at least `apart` places from one another. */
export function axisTicks(
  { kind, places, turns }: ChartAxis,
  times: Float64Array,
  { from, to }: StepRange,
  apart: number,
): readonly AxisTick[] {
  const candidates =
    kind === 'turn'
      ? turns.flatMap((step, turn) => (step >= from && step <= to ? [{ step, turn }] : []))
      : Array.from({ length: to - from + 1 }, (_, i) => ({ step: from + i, turn: 0 }));
  const ticks: AxisTick[] = [];
  let day = '';
  for (const { step, turn } of candidates) {
    const place = placeOf(places, step);
    if (place - (ticks.at(-1)?.place ?? -Infinity) < apart) continue;
    if (kind === 'turn') {
      ticks.push({ place, text: formatInteger(turn) });
      continue;
    }
    const clock = clockText(times[step] ?? NaN);
    if (clock === null) continue;
    ticks.push({ place, text: clock.day === day ? clock.time : `${clock.day} ${clock.time}` });
    ({ day } = clock);
  }
  return ticks;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Day and minute of a time in UTC; null where it is unknown. */
function clockText(milliseconds: number): { readonly day: string; readonly time: string } | null {
  if (!(milliseconds > 0)) return null;
  const [date = '', time = ''] = new Date(milliseconds).toISOString().split('T');
  const [, month = '', day = ''] = date.split('-');
  return { day: `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`, time: time.slice(0, 5) };
}

/** 45000 → "45 s", 7500000 → "2 h 5 min", 200000000 → "2 d 7 h". */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return both(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return both(hours, 'h', minutes % 60, 'min');
  return both(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const both = (large: number, unit: string, small: number, smallUnit: string): string =>
  `${formatInteger(large)} ${unit}${small === 0 ? '' : ` ${small} ${smallUnit}`}`;
