'use client';

import { LANE_HEIGHT, LANES_HEAD, MOST_LANES } from '@/components/charts/tracks/lane-sizes';
import { late } from '@/components/ui/late';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { useLanes } from '@/lib/api/queries/chart-queries';
import type { ChartAxis } from '@/lib/answers/report/chart/chart-axis';
import { useWorkbench } from '../state/use-workbench';

const SubAgents = late(() => import('./sub-agents').then((file) => file.SubAgents)).Part;

/** Pixels that the lanes of a session take; 0 without any. */
export function useLanesHeight(): number {
  const { record } = useWorkbench();
  const answer = useLanes(record.row.id).data;
  const count = answer?.lanes.length ?? 0;
  if (count === 0) return answer?.parent ? LANES_HEAD : 0;
  return LANES_HEAD + LANE_HEIGHT * Math.min(count, MOST_LANES);
}

/** Sub-agents and the parent of a session, where it has any. */
export function LanesPane(props: { readonly scales: PlotScales; readonly axis: ChartAxis }) {
  const { record } = useWorkbench();
  const answer = useLanes(record.row.id).data;
  if (answer === undefined) return null;
  if (answer.lanes.length === 0 && answer.parent === null) return null;
  return <SubAgents answer={answer} {...props} />;
}
