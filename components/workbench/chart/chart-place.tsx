'use client';

import type { CSSProperties } from 'react';
import { useOfFrame } from '../state/use-workbench';
import { ChartPane } from './chart-pane';
import { useLanesHeight } from './lanes-pane';
import { tracksHeight } from './track-stack';

/** The chart, as much higher as its open tracks and its lanes need; the tabs below keep some rows. */
export function ChartPlace() {
  const tracks = useOfFrame(({ look }) => look.tracks);
  const lanes = useLanesHeight();
  return (
    <div
      className="grid h-[calc(380px+var(--tracks))] shrink-0 lg:h-[min(52%+var(--tracks),100%-190px)] lg:min-h-[calc(336px+var(--tracks))]"
      style={{ '--tracks': `${tracksHeight(tracks) + lanes}px` } as CSSProperties}
    >
      <ChartPane />
    </div>
  );
}
