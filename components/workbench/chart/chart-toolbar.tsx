'use client';

import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { lateDialog } from '@/components/ui/late';
import { Kbd } from '@/components/ui/kbd';
import { Tooltip } from '@/components/ui/tooltip';
import { axisNames, toggled, trackNames, type AxisName } from '@/lib/report/chart/chart-look';
import { hasTimes } from '@/lib/report/chart/chart-axis';
import { trackMeanings } from '@/lib/report/chart/tracks/track-values';
import { useOfFrame, useWorkbench } from '../state/use-workbench';

const TrackTable = lateDialog(() => import('./track-table').then((file) => file.TrackTable));

/** Axis, tracks and fit, at the right end of the legend. */
export function ChartToolbar() {
  return (
    <>
      <AxisChoice />
      <TracksMenu />
      <FitButton />
    </>
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
  const { store } = useWorkbench();
  const [table, setTable] = useState(false);
  const tracks = useOfFrame(({ look }) => look.tracks);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button variant="quiet" size="small" data-tracks-menu="">
            Tracks {tracks.length} of {trackNames.length} ▾
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={4}
            collisionPadding={12}
            onCloseAutoFocus={(event) => {
              // The dialog takes the focus instead.
              if (table) event.preventDefault();
            }}
            aria-label="Tracks below the chart"
            className="z-30 w-80 rounded-lg border border-line bg-panel p-2 text-sm shadow-xl"
          >
            {trackNames.map((name) => {
              const [label, about] = trackMeanings[name];
              return (
                <label
                  key={name}
                  className="flex min-h-7 items-baseline gap-2 rounded px-1.5 py-1 hover:bg-sel"
                >
                  <input
                    type="checkbox"
                    className="translate-y-0.5"
                    checked={tracks.includes(name)}
                    onChange={() => store.changeLook({ tracks: toggled(trackNames, tracks, name) })}
                  />
                  <span>
                    <span className="font-medium">{label}</span>
                    <span className="block text-ink2">{about}</span>
                  </span>
                </label>
              );
            })}
            <Button
              variant="quiet"
              size="small"
              className="mt-1 w-full text-accent"
              onClick={() => {
                setOpen(false);
                setTable(true);
              }}
            >
              All tracks as a table
            </Button>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
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
        {fit === 'data' ? 'Fit window' : 'Fit data'} <Kbd>h</Kbd>
      </Button>
    </Tooltip>
  );
}
