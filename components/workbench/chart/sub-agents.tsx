'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { LANE_HEIGHT, MOST_LANES } from '@/components/charts/tracks/lane-sizes';
import { LaneStrip } from '@/components/charts/tracks/lane-strip';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger, formatProjected } from '@/lib/engine/base/format';
import type { SessionLane, SessionLanes } from '@/lib/api/contract/workbench/chart-contract';
import type { ChartAxis } from '@/lib/answers/report/chart/chart-axis';
import { laneRows } from '@/lib/answers/report/chart/lane-rows';
import { useWorkbench } from '../state/use-workbench';

/** Sub-agents below their parent's chart: each with its own window, none summed into the parent. */
export function SubAgents(props: {
  readonly answer: SessionLanes;
  readonly scales: PlotScales;
  readonly axis: ChartAxis;
}) {
  const { answer, scales, axis } = props;
  const { lanes, more, parent } = answer;
  return (
    <section aria-label="Sub-agents" className="shrink-0 border-t border-line2 text-sm">
      <h2 className="flex h-[22px] items-center gap-2 px-4 text-xs text-ink3">
        {lanes.length === 0
          ? null
          : `${counted(lanes.length, 'sub-agent')}${more ? ' and more' : ''}, each with its own window; not part of the line above`}
        {parent === null ? null : (
          <span className="ml-auto">
            started by{' '}
            <Link className="text-accent hover:underline" href={`/sessions/${parent.id}`}>
              <ForeignText text={parent.name} />
            </Link>
          </span>
        )}
      </h2>
      <ul
        tabIndex={lanes.length > MOST_LANES ? 0 : -1}
        aria-label="Lanes"
        className="overflow-y-auto"
        style={{ maxHeight: MOST_LANES * LANE_HEIGHT }}
      >
        {lanes.map((lane) => (
          <Lane key={lane.id} lane={lane} scales={scales} axis={axis} />
        ))}
      </ul>
    </section>
  );
}

function Lane(props: {
  readonly lane: SessionLane;
  readonly scales: PlotScales;
  readonly axis: ChartAxis;
}) {
  const { lane, scales, axis } = props;
  const { store } = useWorkbench();
  const { profile } = store.session;
  const rows = useMemo(() => laneRows(lane, axis, profile), [lane, axis, profile]);
  const peak = formatProjected(lane.peak, lane.projected);
  const limit = lane.limit === null ? '' : ` of ${formatInteger(lane.limit)}`;
  const name = withoutControls(lane.name);
  const when = rows.timed ? '' : '; the recording does not say when it ran';
  return (
    <li className="relative" style={{ height: LANE_HEIGHT }} data-lane={lane.lane}>
      <LaneStrip rows={rows} plot={scales} />
      <Link
        href={`/sessions/${lane.id}`}
        className="absolute inset-0 flex items-center hover:bg-sel/60"
        aria-label={`${name}: ${counted(lane.steps, 'step')}, peak ${peak}${limit} tokens${when}`}
        title={`${name}${when}`}
      >
        <span
          className="ml-auto truncate text-xs leading-[13px] text-ink2"
          style={{ width: `calc(100% - ${scales.right + 12}px)` }}
        >
          <ForeignText text={lane.lane} />
          <br />
          {peak}
          {limit}
        </span>
      </Link>
    </li>
  );
}
