import { memo } from 'react';
import type { OutcomeSpark as Spark } from '@/lib/answers/report/outcome/scenario-outcome';

/** Size of a row's chart in pixels. */
const WIDTH = 148;
const HEIGHT = 34;
/** Room for the marks above the lines. */
const TOP = 5;

const round = (value: number): number => Math.round(value * 10) / 10;

/** The lines, the last on top. */
const lines = [
  { name: 'threshold', className: 'stroke-threshold', strokeWidth: 1, strokeDasharray: '3 2' },
  {
    name: 'heuristic',
    className: 'stroke-heuristic',
    strokeWidth: 1.25,
    strokeDasharray: '1.5 1.5',
    strokeLinejoin: 'round',
  },
  { name: 'real', className: 'stroke-real', strokeWidth: 1.25, strokeLinejoin: 'round' },
] as const;

/** Heuristic, real and threshold over a scenario's steps; marks where it compacts and overflows. */
export const OutcomeSpark = memo(function OutcomeSpark(props: {
  readonly spark: Spark;
  readonly limit: number;
}) {
  const { spark, limit } = props;
  const { steps, real, heuristic, threshold, compacted, overflowed } = spark;
  const last = Math.max(1, steps.at(-1) ?? 0);
  const most = Math.max(limit, ...real, ...heuristic, ...threshold);
  const x = (step: number): number => round(1 + (step / last) * (WIDTH - 2));
  const y = (value: number): number =>
    round(HEIGHT - 1 - (value / Math.max(1, most)) * (HEIGHT - 1 - TOP));
  const line = (values: readonly number[]): string =>
    values
      .map((value, i) => (value < 0 ? '' : `${i === 0 ? 'M' : 'L'}${x(steps[i] ?? 0)} ${y(value)}`))
      .join('');
  const flat = (values: readonly number[]): string =>
    steps.length > 1 ? line(values) : `${line(values)}h${WIDTH - 2}`;
  const marks = (at: readonly number[], mark: (center: number) => string): string =>
    at.map((step) => mark(x(step))).join('');
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      className="block"
    >
      {limit > 0 ? (
        <path d={`M0 ${y(limit)}H${WIDTH}`} className="stroke-window/50" strokeWidth={1} />
      ) : null}
      {lines.map(({ name, ...look }) => (
        <path key={name} d={flat(spark[name])} fill="none" {...look} />
      ))}
      <path
        d={marks(compacted, (c) => `M${round(c)} 0l2 2-2 2-2-2Z`)}
        className="fill-compaction"
        data-part="compacted"
      />
      <path
        d={marks(overflowed, (c) => `M${round(c)} 0l2 4h-4Z`)}
        className="fill-overflow"
        data-part="overflowed"
      />
    </svg>
  );
});

/** Placeholder of a chart. */
export const SparkGap = () => (
  <span className="block rounded bg-line2" style={{ width: WIDTH, height: HEIGHT }} />
);
