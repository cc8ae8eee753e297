import { useMemo } from 'react';
import { OverviewStrip } from '@/components/charts/overview-strip';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import type { StepRange } from '@/lib/engine/base/decimate';
import { overviewRows } from '@/lib/answers/report/chart/chart-rows';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

const POINTS = 360;

/** The baseline's real tokens over all rows; a brush over them is the range of the plots above. */
export function LaneOverview(props: {
  readonly comparison: Comparison;
  readonly range: StepRange;
  /** Of the plots above. */
  readonly scales: PlotScales;
  readonly onRange: (range: StepRange) => void;
}) {
  const { comparison, range, scales, onRange } = props;
  const { alignment, lanes, baseline } = comparison;
  const replay = lanes[baseline]?.replay;
  const points = useMemo(
    () => (replay === undefined ? { steps: [], values: [] } : overviewRows(replay, POINTS)),
    [replay],
  );
  const top = Math.max(1, ...points.values.filter((value) => !Number.isNaN(value))) * 1.06;
  if (alignment.rows.length < 2) return null;
  return (
    <OverviewStrip
      points={points}
      steps={alignment.rows.length}
      top={top}
      threshold={-1}
      range={range}
      places={alignment.rows}
      left={scales.left}
      right={scales.right}
      aside={null}
      onRange={onRange}
    />
  );
}
