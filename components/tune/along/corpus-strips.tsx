'use client';

import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { useSize } from '@/components/ui/use-size';
import {
  plateauText,
  rangeText,
  valueText,
} from '@/components/workbench/parameters/outcomes/outcome-words';
import { StripDrawing } from '@/components/workbench/parameters/outcomes/strip-drawing';
import { stripParts } from '@/components/workbench/parameters/outcomes/strip-parts';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import { indexAt, type Plateau } from '@/lib/tuning/breakpoints/plateaus';
import type { SetupAxis } from '../state/tune-setup';

/** Plateaus of a table's page: more are shown on demand. */
const PAGE = 50;

/** What happens to the recorded sessions along each setting, over every value of it. */
export function CorpusStrips(props: {
  readonly along: readonly AlongSetting[];
  readonly axes: readonly SetupAxis[];
}) {
  const { along, axes } = props;
  if (along.length === 0) return null;
  return (
    <section aria-label="Outcomes along each setting" className="border-t px-4 py-3">
      <h2 className="font-medium">
        Along each setting{' '}
        <span className="font-normal text-ink2">
          recorded sessions, every value; the other settings as today’s or proposed
        </span>
      </h2>
      {along.map((one) => {
        const axis = axes.find(({ field }) => field.key === one.setting);
        return axis === undefined ? null : <Strip key={one.setting} axis={axis} along={one} />;
      })}
    </section>
  );
}

function Strip({ axis, along }: { readonly axis: SetupAxis; readonly along: AlongSetting }) {
  const { field, today } = axis;
  const { plateaus, changes } = along;
  const holder = useRef<HTMLDivElement>(null);
  const { width } = useSize(holder);
  const min = plateaus[0]?.from ?? 0;
  const max = plateaus.at(-1)?.to ?? 0;
  const parts = useMemo(
    () =>
      stripParts(
        plateaus,
        changes.map((from) => ({ from })),
        { min, max },
        width,
      ),
    [plateaus, changes, min, max, width],
  );
  const own = plateaus[indexAt(plateaus, today)];
  const at = (value: number): number => ((value - min) / (max - min)) * width;
  const placeOf = ({ from, to }: Plateau): { x: number; width: number } => ({
    x: at(from),
    width: at(to) - at(from),
  });
  const here = Math.max(0, indexAt(plateaus, today));
  const [moved, setMoved] = useState<number | null>(null);
  const index = Math.min(moved ?? here, plateaus.length - 1);
  const read = plateaus[index];
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: plateaus.length - 1,
      Escape: here,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setMoved(Math.min(plateaus.length - 1, Math.max(0, to)));
  };
  const [shown, setShown] = useState(PAGE);
  return (
    <div className="mt-2">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink2">
        <span className="text-ink">{field.label}</span>
        <span>
          {counted(changes.length, 'piece')}, {counted(plateaus.length, 'plateau', 'plateaus')}
          {own === undefined
            ? ''
            : `; today ${valueText(field, today)} stands on ${rangeText(field, own)}: ${plateauText(own)}`}
        </span>
      </p>
      <div
        ref={holder}
        className="min-h-6"
        role="slider"
        tabIndex={0}
        aria-label={`Outcomes of the corpus along ${field.label}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, plateaus.length - 1)}
        aria-valuenow={index}
        aria-valuetext={read && `${rangeText(field, read)}: ${plateauText(read)}`}
        onKeyDown={onKeyDown}
        onBlur={() => setMoved(null)}
      >
        {width === 0 ? null : (
          <StripDrawing
            parts={parts}
            width={width}
            standing={own === undefined ? null : placeOf(own)}
            cursor={moved === null || read === undefined ? null : placeOf(read)}
          />
        )}
      </div>
      <p className="flex justify-between text-sm tabular-nums text-ink2">
        <span>{valueText(field, min)}</span>
        {moved === null || read === undefined ? null : (
          <span data-read="" className="text-ink">
            {rangeText(field, read)}: {plateauText(read)}
          </span>
        )}
        <span>{valueText(field, max)}</span>
      </p>
      <details className="text-sm">
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-ink2">
          Table of the plateaus along the {field.short.toLowerCase()}
        </summary>
        <DataTable
          className="mt-1 w-full max-w-[40rem] tabular-nums"
          headClass="text-ink2"
          rowClass="border-t border-line2"
          cellClass=""
          columns={[
            { id: field.short, cell: (one) => rangeText(field, one) },
            { id: 'all recorded sessions', cell: plateauText },
            figureColumn<(typeof plateaus)[number]>('pieces', ({ pieces }) =>
              formatInteger(pieces),
            ),
          ]}
          rows={plateaus.slice(0, shown)}
          keyOf={({ from }) => from}
        />
        {plateaus.length <= shown ? null : (
          <button
            type="button"
            className="inline-flex min-h-6 items-center underline decoration-dotted"
            onClick={() => setShown(shown + PAGE)}
          >
            {formatInteger(plateaus.length - shown)} more
          </button>
        )}
      </details>
    </div>
  );
}
