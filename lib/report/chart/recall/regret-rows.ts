import { decimate, type StepRange } from '@/lib/base/decimate';
import { formatInteger } from '@/lib/base/format';
import { quantile } from '@/lib/base/stats';
import { linearScale } from '../tracks/track-scale';
import type { TrackLine, TrackRows } from '../tracks/track-rows';
import type { TokenSpan } from './live-rows';

/** Most points of a line. */
const POINTS = 1_000;

/** The strip of regret: at least (solid), at most (dotted), and the p90 of the least over all steps. */
export function regretRows({ low, high }: TokenSpan, range: StepRange): TrackRows {
  const steps = decimate(high, range, POINTS);
  const most = steps.reduce((max, step) => Math.max(max, high[step] ?? 0), 0);
  const scale = linearScale(0, most);
  const line = (id: TrackLine['id'], values: ArrayLike<number>): TrackLine => ({
    id,
    points: { steps, values: steps.map((step) => scale.of(values[step] ?? NaN)) },
  });
  const costly = quantile(Float64Array.from(low).sort(), COSTLY);
  const level = { steps: [range.from, range.to], values: [costly, costly] };
  return {
    ...scale,
    lines: [
      ...(costly > 0 ? [{ id: 'cap' as const, points: level }] : []),
      line('measured', high),
      line('value', low),
    ],
    labels: [],
    note: most > 0 ? '' : 'Nothing of the context is named again.',
  };
}

/** The share of moments that cost less than a costly one. */
const COSTLY = 0.9;

/** "23,114–40,200" at a step; "–" where it is unknown. */
export function regretText({ low, high }: TokenSpan, step: number): string {
  const [least, most] = [low[step], high[step]];
  if (least === undefined || most === undefined) return '–';
  return least === most ? formatInteger(least) : `${formatInteger(least)}–${formatInteger(most)}`;
}
