import { memo } from 'react';

/** Size of a row's sparkline in pixels. */
export const SPARK = { width: 84, height: 22 } as const;

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
  const { width, height } = SPARK;
  const top = Math.max(100, ...percents);
  const y = (percent: number): number => round(height - 1 - (percent / top) * (height - 2));
  const step = percents.length > 1 ? width / (percents.length - 1) : 0;
  const points = percents.map((percent, i) => `${round(i * step)} ${y(percent)}`);
  if (points.length === 1) points.push(`${width} ${y(percents[0] ?? 0)}`);
  const line = points.length === 0 ? '' : `M${points.join('L')}`;
  const area = line === '' ? '' : `${line}L${width} ${height}L0 ${height}Z`;
  return { line, area, full: y(100) };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Real tokens over a session's steps in percent of its limit; decoration beside the number. */
export const Sparkline = memo(function Sparkline(props: {
  readonly percents: readonly number[];
  /** True if a limit is known and 100 % is drawn. */
  readonly limited: boolean;
}) {
  const { percents, limited } = props;
  const { line, area, full } = sparkPath(percents);
  return (
    <svg
      width={SPARK.width}
      height={SPARK.height}
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      aria-hidden="true"
      className="shrink-0 overflow-visible"
    >
      <path d={area} className="fill-ink/7" />
      {limited ? (
        <path d={`M0 ${full}H${SPARK.width}`} className="stroke-window/60" strokeDasharray="2 2" />
      ) : null}
      <path
        d={line}
        fill="none"
        className="stroke-real"
        strokeWidth={1.25}
        strokeLinejoin="round"
      />
    </svg>
  );
});
