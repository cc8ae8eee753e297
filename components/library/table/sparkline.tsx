import { memo } from 'react';
import type { SessionRow } from '@/lib/api/contract/contract';

/** Size of a row's sparkline in pixels; marks of compactions stand on its lower edge. */
export const SPARK = { width: 170, height: 34 } as const;

const BASE = SPARK.height - 5;
const TOP = 3;
const INSET = 4;

/** Path data of a sparkline, and the height of 100 % of the limit. */
interface SparkPath {
  readonly line: string;
  readonly area: string;
  /** y of 100 %. */
  readonly full: number;
}

const drawn = new WeakMap<readonly number[], SparkPath>();

/** The path of a row's percentages; drawn once for each list. */
export function sparkPath(percents: readonly number[]): SparkPath {
  const known = drawn.get(percents);
  if (known) return known;
  const path = draw(percents);
  drawn.set(percents, path);
  return path;
}

/** Scales percentages into the box; the top is 100 %, or the largest value above it. */
function draw(percents: readonly number[]): SparkPath {
  const { width } = SPARK;
  const most = Math.max(100, ...percents);
  const y = (percent: number): number => round(BASE - (percent / most) * (BASE - TOP));
  const step = percents.length > 1 ? (width - 2 * INSET) / (percents.length - 1) : 0;
  const points = percents.map((percent, i) => `${round(INSET + i * step)} ${y(percent)}`);
  if (points.length === 1) points.push(`${width - INSET} ${y(percents[0] ?? 0)}`);
  const line = points.length === 0 ? '' : `M${points.join('L')}`;
  const area = line === '' ? '' : `${line}L${width - INSET} ${BASE}L${INSET} ${BASE}Z`;
  return { line, area, full: y(100) };
}

/** A value of a sparkline under the pointer. */
export interface SparkPoint {
  /** Percent of the limit; of the peak where no limit is known. */
  readonly percent: number;
  /** The step it belongs to, counted from 1; of the first of its bucket where one value stands for several steps. */
  readonly step: number;
  readonly exact: boolean;
  /** Pixels from the left. */
  readonly x: number;
}

/** The value of a row's sparkline that is nearest to `x` pixels; null if it has none. */
export function sparkPoint(
  { sparkline, steps }: Pick<SessionRow, 'sparkline' | 'steps'>,
  x: number,
): SparkPoint | null {
  const last = sparkline.length - 1;
  if (last < 0) return null;
  const gap = last === 0 ? 0 : (SPARK.width - 2 * INSET) / last;
  const at = gap === 0 ? 0 : Math.min(last, Math.max(0, Math.round((x - INSET) / gap)));
  const exact = sparkline.length === steps;
  const step = exact ? at + 1 : Math.floor((at * steps) / sparkline.length) + 1;
  return { percent: sparkline[at] ?? 0, step, exact, x: round(INSET + at * gap) };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Places along the line, in pixels, of a part of a row's marks. */
export const placesOf = (marks: string, part: 0 | 1): readonly number[] =>
  (marks.split('|')[part] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((place) => round(INSET + (Number(place) / 1000) * (SPARK.width - 2 * INSET)));

/** Real tokens over a session's steps against its own limit, with its compactions and overflows. */
export const Sparkline = memo(function Sparkline(props: {
  readonly row: Pick<SessionRow, 'sparkline' | 'limit' | 'marks'>;
  /** Where the pointer is, in pixels. */
  readonly x?: number | undefined;
}) {
  const { row, x } = props;
  const { sparkline, limit, marks } = row;
  const { line, area, full } = sparkPath(sparkline);
  return (
    <svg
      width={SPARK.width}
      height={SPARK.height}
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      aria-hidden="true"
      className="overflow-visible"
    >
      <path d={area} className="fill-ink/8" />
      {limit === null ? null : (
        <path
          d={`M${INSET} ${full}H${SPARK.width - INSET}`}
          className="stroke-threshold/80"
          strokeDasharray="2 2"
        />
      )}
      <path
        d={line}
        fill="none"
        className="stroke-real"
        strokeWidth={1.25}
        strokeLinejoin="round"
      />
      {x === undefined ? null : <path d={`M${x} 0V${BASE}`} className="stroke-ink3" />}
      {placesOf(marks, 0).map((x) => (
        <path
          key={x}
          d={`M${x} ${BASE - 4}l4 4-4 4-4-4z`}
          className="fill-panel stroke-compaction"
          strokeWidth={1.3}
        />
      ))}
      {placesOf(marks, 1).map((x) => (
        <path key={x} d={`M${x} ${full - 3}l4 7h-8z`} className="fill-overflow stroke-panel" />
      ))}
    </svg>
  );
});
