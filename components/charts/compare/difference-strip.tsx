'use client';

import { memo, useMemo } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import type { Points } from '@/lib/engine/base/decimate';
import { linePath, xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels of the strip. */
export const DIFFERENCE_HEIGHT = 40;

/** Real tokens of a lane's requests less the baseline's, around a line at 0. */
export const DifferenceStrip = memo(function DifferenceStrip(props: {
  readonly label: string;
  /** "B − A". */
  readonly title: string;
  readonly points: Points & { readonly most: number };
  /** The shared axis of rows; its values are not used. */
  readonly scales: PlotScales;
}) {
  const { label, title, points, scales: shared } = props;
  const most = Math.max(1, points.most);
  const middle = DIFFERENCE_HEIGHT / 2;
  const scales = useMemo<PlotScales>(
    () => ({ ...shared, y0: middle, perToken: -(middle - 4) / most, top: 0, bottom: middle * 2 }),
    [shared, middle, most],
  );
  const line = useMemo(() => linePath(points, scales), [points, scales]);
  const first = points.steps[0];
  const last = points.steps.at(-1);
  const area =
    first === undefined || last === undefined || points.values.some((value) => Number.isNaN(value))
      ? ''
      : `${line}L${xOf(scales, last)} ${middle}L${xOf(scales, first)} ${middle}Z`;
  return (
    <svg
      width="100%"
      height={DIFFERENCE_HEIGHT}
      role="img"
      aria-label={label}
      data-difference=""
      className="block"
      fill="none"
    >
      <path d={`M${scales.left} ${middle}H${scales.right}`} stroke="var(--line)" />
      <path d={area} fill="var(--accent)" fillOpacity={0.16} />
      <path d={line} stroke="var(--accent)" strokeWidth={1.2} />
      <text x={scales.left - 8} y={16} textAnchor="end" className="fill-ink2 text-xs">
        {title}
      </text>
      <text x={scales.left - 8} y={32} textAnchor="end" className="fill-ink3 text-xs">
        ±{formatInteger(most)}
      </text>
    </svg>
  );
});
