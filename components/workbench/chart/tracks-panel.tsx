'use client';

import type { RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { PopoverPanel } from '@/components/ui/popover';
import { toggled, trackNames } from '@/lib/answers/report/chart/chart-look';
import { trackMeanings } from '@/lib/answers/report/chart/tracks/track-values';
import { useOfFrame, useWorkbench } from '../state/use-workbench';

/** The tracks with a box each, and the way to all of them as a table. */
export function TracksPanel(props: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onTable: () => void;
  readonly onClose: () => void;
}) {
  const { button, onTable, onClose } = props;
  const { store } = useWorkbench();
  const tracks = useOfFrame(({ look }) => look.tracks);
  return (
    <PopoverPanel
      button={button}
      label="Tracks below the chart"
      align="end"
      onClose={onClose}
      className="w-80 p-2 text-sm"
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
      <Button variant="quiet" size="small" className="mt-1 w-full text-accent" onClick={onTable}>
        All tracks as a table
      </Button>
    </PopoverPanel>
  );
}
