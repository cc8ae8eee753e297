'use client';

import type { CSSProperties } from 'react';
import { ChartPane } from '../chart/chart-pane';
import { useLanesHeight } from '../chart/lanes-pane';
import { tracksHeight } from '../chart/track-stack';
import { useOfFrame } from '../state/use-workbench';

/** The chart takes what the details leave, and never less than its plot, its tracks and its lanes need. */
export function ChartPlace() {
  const tracks = useOfFrame(({ look }) => look.tracks);
  const lanes = useLanesHeight();
  return (
    <div
      className="grid h-[calc(400px+var(--tracks))] shrink-0 lg:h-auto lg:min-h-[calc(250px+var(--tracks))] lg:flex-1 print:h-[420px]"
      style={{ '--tracks': `${tracksHeight(tracks) + lanes}px` } as CSSProperties}
    >
      <ChartPane />
    </div>
  );
}
