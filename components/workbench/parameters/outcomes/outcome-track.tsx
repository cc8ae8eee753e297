'use client';

import { useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { SettingField } from '@/lib/engine/policy/fields';
import { plateaus } from '@/lib/tuning/breakpoints/plateaus';
import { methodText } from './outcome-words';
import { StripDrawing } from './strip-drawing';
import { stripParts } from './strip-parts';
import type { Outcomes, StripRange } from './use-outcomes';

/** The track of a slider: the outcomes along its setting, plain until they are known. */
export function OutcomeTrack(props: {
  readonly field: SettingField;
  readonly range: StripRange;
  /** Null where there are none: faults are injected, or the setting is not in use. */
  readonly outcomes: Outcomes | null;
  readonly width: number;
  /** The value of the opening, where it is another one. */
  readonly initial: number | null;
}) {
  const { field, range, outcomes, width, initial } = props;
  const found = outcomes?.found ?? null;
  const parts = useMemo(
    () => (found === null ? null : stripParts(plateaus(found.pieces), found.pieces, range, width)),
    [found, range, width],
  );
  const share = initial === null ? -1 : (initial - range.min) / (range.max - range.min);
  return (
    <div
      data-outcomes={field.key}
      data-fresh={outcomes?.fresh ?? true}
      aria-busy={outcomes !== null && !outcomes.fresh && outcomes.fault === null}
      title={outcomes?.fault ?? (found === null ? undefined : methodText(field, found, range.min))}
      className={classNames(
        // What is pressed stays while it moves: a drawing made anew would let the pointer go.
        'relative mx-3 h-4 bg-line2 *:pointer-events-none',
        outcomes?.fresh === false && found !== null && 'opacity-45',
      )}
    >
      {parts === null ? null : <StripDrawing parts={parts} width={width} />}
      {share < 0 || share > 1 ? null : (
        <span
          aria-hidden="true"
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
          style={{ left: `${share * 100}%` }}
        />
      )}
    </div>
  );
}
