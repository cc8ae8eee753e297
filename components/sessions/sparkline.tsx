import { memo } from 'react';
import { SPARK, sparkPath } from './spark-path';

/** Real tokens over a session's steps in percent of its limit; decoration beside the number. */
export const Sparkline = memo(function Sparkline({
  percents,
  limited,
}: {
  readonly percents: readonly number[];
  /** A limit is known: 100 % is drawn. */
  readonly limited: boolean;
}) {
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
