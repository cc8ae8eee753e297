'use client';

import Link from 'next/link';
import { useMemo } from 'react';
import { LANE_HEIGHT, LaneStrip } from '@/components/charts/tracks/lane-strip';
import type { PlotScales } from '@/lib/report/chart/drawing/svg-paths';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger, formatProjected } from '@/lib/base/format';
import type { SessionLane } from '@/lib/host/api/contract/workbench/chart-contract';
import { useLanes } from '@/lib/host/api/queries/chart-queries';
import type { ChartAxis } from '@/lib/report/chart/chart-axis';
import { laneRows } from '@/lib/report/chart/lane-rows';
import { useWorkbench } from '../state/use-workbench';

/** Lanes that are seen at once; the others are scrolled to. */
const MOST_SEEN = 3;
const HEAD = 22;

/** Pixels that the lanes of a session take; 0 without any. */
export function useLanesHeight(): number {
  const { record } = useWorkbench();
  const answer = useLanes(record.row.id).data;
  const count = answer?.lanes.length ?? 0;
  if (count === 0) return answer?.parent ? HEAD : 0;
  return HEAD + LANE_HEIGHT * Math.min(count, MOST_SEEN);
}

/** Sub-agents below their parent's chart: each with its own window, none summed into the parent. */
export function LanesPane(props: { readonly scales: PlotScales; readonly axis: ChartAxis }) {
  const { scales, axis } = props;
  const { record } = useWorkbench();
  const answer = useLanes(record.row.id).data;
  if (answer === undefined) return null;
  const { lanes, more, parent } = answer;
  if (lanes.length === 0 && parent === null) return null;
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
        tabIndex={lanes.length > MOST_SEEN ? 0 : -1}
        aria-label="Lanes"
        className="overflow-y-auto"
        style={{ maxHeight: MOST_SEEN * LANE_HEIGHT }}
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
  const when = rows.timed ? '' : '; the recording does not say when it ran';
  return (
    <li className="relative" style={{ height: LANE_HEIGHT }} data-lane={lane.lane}>
      <LaneStrip rows={rows} plot={scales} />
      <Link
        href={`/sessions/${lane.id}`}
        className="absolute inset-0 flex items-center hover:bg-sel/60"
        aria-label={`${lane.name}: ${counted(lane.steps, 'step')}, peak ${peak}${limit} tokens${when}`}
        title={`${lane.name}${when}`}
      >
        <span
          className="ml-auto truncate text-xs leading-[13px] text-ink2"
          style={{ width: `calc(100% - ${scales.right + 12}px)` }}
        >
          {lane.lane}
          <br />
          {peak}
          {limit}
        </span>
      </Link>
    </li>
  );
}
