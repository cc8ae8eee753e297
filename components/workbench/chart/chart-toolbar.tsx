'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { lateDialog } from '@/components/ui/late';
import { Kbd } from '@/components/ui/kbd';
import { Tooltip } from '@/components/ui/tooltip';
import { axisNames, type AxisName } from '@/lib/answers/report/chart/chart-look';
import { hasTimes } from '@/lib/answers/report/chart/chart-axis';
import { useOfFrame, useWorkbench } from '../state/use-workbench';

const TracksPanel = lateDialog(() => import('./tracks-panel').then((file) => file.TracksPanel));
const TrackTable = lateDialog(() => import('./track-table').then((file) => file.TrackTable));

/** Axis, tracks and fit, at the right end of the legend. */
export function ChartToolbar() {
  return (
    <div className="contents print:hidden">
      <AxisChoice />
      <TracksMenu />
      <FitButton />
    </div>
  );
}

const axisWords: Readonly<Record<AxisName, string>> = {
  step: 'by step',
  turn: 'by turn',
  time: 'by time',
};

function AxisChoice() {
  const { store } = useWorkbench();
  const axis = useOfFrame(({ look }) => look.axis);
  const timed = hasTimes(store.session.profile);
  return (
    <select
      aria-label="Horizontal axis"
      title={timed ? undefined : 'This recording has no times.'}
      value={axis}
      onChange={({ currentTarget }) => {
        const chosen = axisNames.find((name) => name === currentTarget.value);
        if (chosen) store.changeLook({ axis: chosen });
      }}
      className="h-6 rounded border border-line bg-panel px-1 text-sm text-ink2"
    >
      {axisNames.map((name) => (
        <option key={name} value={name} disabled={name === 'time' && !timed}>
          {axisWords[name]}
        </option>
      ))}
    </select>
  );
}

/** Opens and closes tracks. */
function TracksMenu() {
  const [table, setTable] = useState(false);
  const tracks = useOfFrame(({ look }) => look.tracks);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        data-tracks-menu=""
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Tracks{tracks.length > 0 ? ` ${tracks.length}` : ''} <span aria-hidden="true">▾</span>
      </Button>
      {open ? (
        <TracksPanel
          button={button}
          onTable={() => {
            // The dialog gives the focus back to what has it now.
            button.current?.focus();
            setOpen(false);
            setTable(true);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {table ? <TrackTable onClose={() => setTable(false)} /> : null}
    </>
  );
}

function FitButton() {
  const { store } = useWorkbench();
  const fit = useOfFrame((frame) => frame.fit);
  return (
    <Tooltip text="Fits the values to the data; again: to window and threshold">
      <Button
        variant="quiet"
        size="small"
        aria-pressed={fit === 'data'}
        aria-label="Fit values"
        onClick={store.toggleFit}
      >
        Fit <Kbd>h</Kbd>
      </Button>
    </Tooltip>
  );
}
