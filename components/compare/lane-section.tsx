'use client';

import { memo, useMemo } from 'react';
import { DifferenceStrip } from '@/components/charts/compare/difference-strip';
import { LanePlot } from '@/components/charts/compare/lane-plot';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { realDifference } from '@/lib/analysis/compare/changes';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { firstAtLeast } from '@/lib/engine/base/search';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { differencePoints } from '@/lib/answers/report/chart/difference-points';
import { POINTS } from './state/lane-rows';

/** A lane's plot and, but for the baseline, its difference to the baseline below. */
export const LaneSection = memo(function LaneSection(props: {
  readonly comparison: Comparison;
  readonly lane: number;
  readonly letter: string;
  readonly base: string;
  /** null where the lane has no step among the rows shown. */
  readonly rows: ChartRows | null;
  /** The baseline's rows. */
  readonly ghost: ChartRows | null;
  readonly shared: PlotScales;
  readonly top: number;
}) {
  const { comparison, lane, letter, base, rows, ghost, shared, top } = props;
  const { alignment, baseline } = comparison;
  const own = useMemo<PlotScales>(
    () => ({ ...shared, places: alignment.places[lane] ?? null }),
    [shared, alignment, lane],
  );
  const behind = useMemo(
    () =>
      ghost === null || lane === baseline
        ? null
        : {
            points: [ghost.real, ghost.projected],
            scales: { ...shared, places: alignment.places[baseline] ?? null },
          },
    [ghost, lane, baseline, shared, alignment],
  );
  const difference = useMemo(
    () => (lane === baseline ? null : realDifference(comparison, lane)),
    [comparison, lane, baseline],
  );
  const points = useMemo(() => {
    if (difference === null || shared.places === null) return null;
    const at = (x: number): number => (x - shared.x0) / shared.perStep;
    const places = shared.places;
    const from = firstAtLeast(places, at(shared.left));
    const to = Math.min(places.length - 1, firstAtLeast(places, at(shared.right)));
    return differencePoints(difference, { from, to }, POINTS);
  }, [difference, shared]);
  if (rows === null) {
    return <p className="px-4 py-2 text-ink3">{letter} has no step among the rows shown.</p>;
  }
  const { events } = rows;
  const label = `Lane ${letter}: tokens of ${counted(rows.total, 'step')}, ${counted(events.length, 'mark')}; the tables below hold the same numbers`;
  return (
    <>
      <LanePlot label={label} rows={rows} scales={own} ghost={behind} top={top} />
      {points === null || points.most === 0 ? null : (
        <DifferenceStrip
          label={`Real tokens of ${letter} less those of ${base}, at most ${formatInteger(points.most)} either way`}
          title={`${letter} − ${base}`}
          points={points}
          scales={shared}
        />
      )}
    </>
  );
});
