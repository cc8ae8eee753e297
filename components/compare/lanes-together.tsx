import { memo, useMemo } from 'react';
import { TogetherPlot, type LaneLines } from '@/components/charts/compare/together-plot';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { counted } from '@/lib/engine/base/format';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { Compared } from './state/use-comparison';

/** One plot of all lanes. */
export const LanesTogether = memo(function LanesTogether(props: {
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  /** Of each lane what is drawn; null where it has no step among the rows shown. */
  readonly plots: readonly (ChartRows | null)[];
  readonly shared: PlotScales;
  readonly top: number;
}) {
  const { comparison, shown, plots, shared, top } = props;
  const { alignment, baseline } = comparison;
  const lanes = useMemo(
    () =>
      plots.flatMap((rows, lane): LaneLines[] => {
        const letter = shown[lane]?.letter;
        if (rows === null || letter === undefined) return [];
        const scales = { ...shared, places: alignment.places[lane] ?? null };
        return [{ letter, isBaseline: lane === baseline, rows, scales }];
      }),
    [plots, shown, shared, alignment, baseline],
  );
  const gone = shown.filter((_, lane) => plots[lane] === null).map(({ letter }) => letter);
  return (
    <>
      <TogetherPlot
        label={`Real tokens of ${counted(lanes.length, 'lane')}; the tables below hold the same numbers`}
        lanes={lanes}
        scales={shared}
        top={top}
      />
      {gone.length === 0 ? null : (
        <p className="px-4 py-1 text-ink3">{gone.join(', ')}: no step among the rows shown.</p>
      )}
    </>
  );
});
