'use client';

import { useMemo, useRef, useState } from 'react';
import { useSize } from '@/components/ui/use-size';
import {
  plateauText,
  rangeText,
  valueText,
} from '@/components/workbench/parameters/outcomes/outcome-words';
import { StripDrawing } from '@/components/workbench/parameters/outcomes/strip-drawing';
import { stripParts } from '@/components/workbench/parameters/outcomes/strip-parts';
import { counted, formatInteger } from '@/lib/base/format';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import { indexAt } from '@/lib/tuning/breakpoints/plateaus';
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
  const standing = own === undefined ? null : { x: at(own.from), width: at(own.to) - at(own.from) };
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
      <div ref={holder}>
        {width === 0 ? null : (
          <StripDrawing parts={parts} width={width} standing={standing} cursor={null} />
        )}
      </div>
      <p className="flex justify-between text-sm tabular-nums text-ink2">
        <span>{valueText(field, min)}</span>
        <span>{valueText(field, max)}</span>
      </p>
      <details className="text-sm">
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-ink2">
          Table of the plateaus along the {field.short.toLowerCase()}
        </summary>
        <table className="mt-1 w-full max-w-[40rem] tabular-nums">
          <thead className="text-left text-ink2">
            <tr>
              <th scope="col" className="font-normal">
                {field.short}
              </th>
              <th scope="col" className="font-normal">
                all recorded sessions
              </th>
              <th scope="col" className="text-right font-normal">
                pieces
              </th>
            </tr>
          </thead>
          <tbody>
            {plateaus.slice(0, shown).map((one) => (
              <tr key={one.from} className="border-t border-line2">
                <th scope="row" className="text-left font-normal">
                  {rangeText(field, one)}
                </th>
                <td>{plateauText(one)}</td>
                <td className="text-right">{formatInteger(one.pieces)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
