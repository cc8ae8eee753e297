'use client';

import {
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { classNames } from '@/components/ui/class-names';
import { useSize } from '@/components/ui/use-size';
import type { SettingField } from '@/lib/engine/policy/fields';
import type { Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { indexAt, plateaus, type Plateau } from '@/lib/tuning/breakpoints/plateaus';
import { useOfFrame, useWorkbench } from '../../state/use-workbench';
import { outcomeText, rangeText, valueText, widthText } from './outcome-words';
import { OutcomeNote } from './outcome-note';
import { StripDrawing } from './strip-drawing';
import { stripParts } from './strip-parts';
import { useOutcomes, type StripRange } from './use-outcomes';

interface StripProps {
  readonly field: SettingField;
  readonly range: StripRange;
}

/** Under a slider: the outcomes along its setting, and the plateau that the value stands on. */
export function OutcomeStrip({ field, range }: StripProps) {
  const outcomes = useOutcomes(field, range);
  if (outcomes === null) {
    return <p className="text-sm text-ink3">No outcomes along it while faults are injected.</p>;
  }
  const { found, fresh } = outcomes;
  if (found === null) {
    return (
      // As high as what comes: the sliders below stay under the pointer.
      <p className="min-h-[102px] pt-1 text-sm text-ink3" aria-busy="true">
        Finding its outcomes …
      </p>
    );
  }
  return <FoundStrip {...{ field, range, found, fresh }} />;
}

/** The piece that the keys are on, and the value to apply: the nearest to the present one. */
interface Cursor {
  readonly index: number;
  readonly value: number;
}

function FoundStrip({
  field,
  range,
  found,
  fresh,
}: StripProps & { readonly found: Breakpoints; readonly fresh: boolean }) {
  const { store } = useWorkbench();
  const value = Number(useOfFrame(({ settings }) => settings[field.key]));
  const { pieces } = found;
  const flat = useMemo(() => plateaus(pieces), [pieces]);
  const holder = useRef<HTMLDivElement>(null);
  const { width } = useSize(holder);
  const parts = useMemo(() => stripParts(flat, pieces, range, width), [flat, pieces, range, width]);
  const [moved, setMoved] = useState<Cursor | null>(null);
  const here = indexAt(pieces, value);
  const cursor = moved !== null && moved.index < pieces.length ? moved : null;
  const index = cursor?.index ?? here;
  const piece = pieces[index];
  const describedBy = useId();
  const moveTo = (next: number): void => {
    const to = pieces[Math.min(pieces.length - 1, Math.max(0, next))];
    if (to === undefined) return;
    const nearest = Math.min(to.to, Math.max(to.from, value));
    setMoved({ index: pieces.indexOf(to), value: nearest });
  };
  const apply = (): void => {
    if (cursor !== null) store.set({ [field.key]: cursor.value });
    setMoved(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const plateau = flat[indexAt(flat, piece?.from ?? value)];
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => moveTo(index - 1),
      ArrowRight: () => moveTo(index + 1),
      PageUp: () => moveTo(indexAt(pieces, plateau?.to ?? value) + 1),
      PageDown: () => moveTo(indexAt(pieces, plateau?.from ?? value) - 1),
      Home: () => moveTo(0),
      End: () => moveTo(pieces.length - 1),
      Enter: apply,
      Escape: () => setMoved(null),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    // The workbench has other uses for these keys.
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const moveUnder = ({ clientX, currentTarget }: MouseEvent<HTMLElement>): void => {
    const { left } = currentTarget.getBoundingClientRect();
    const at = range.min + ((clientX - left) / width) * (range.max - range.min);
    moveTo(pieces.findLastIndex(({ from }) => from <= at));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType !== 'touch' || event.buttons === 0) return;
    // Where the focus is the choice stays: a finger that slides gives none.
    event.currentTarget.focus({ preventScroll: true });
    moveUnder(event);
  };
  const words =
    piece === undefined
      ? `${valueText(field, value)}: beside the strip`
      : `${rangeText(field, piece)}, ${widthText(field, piece)}: ${outcomeText(piece.outcome)}`;
  return (
    <div
      data-outcomes={field.key}
      data-fresh={fresh}
      className={classNames(!fresh && 'opacity-45')}
    >
      <div
        ref={holder}
        className="mx-3 min-h-6 cursor-pointer touch-pan-y pointer-coarse:py-3"
        role="slider"
        tabIndex={0}
        aria-label={`Outcomes along ${field.label}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, pieces.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={
          cursor === null ? words : `${words}. Enter applies ${valueText(field, cursor.value)}`
        }
        aria-describedby={describedBy}
        onKeyDown={onKeyDown}
        onClick={moveUnder}
        onPointerMove={onPointerMove}
        onBlur={() => setMoved(null)}
      >
        <StripDrawing
          parts={parts}
          width={width}
          standing={placeOf(flat[indexAt(flat, value)], flat, range, width)}
          cursor={cursor === null ? null : placeOf(piece, pieces, range, width)}
        />
      </div>
      <p id={describedBy} className="sr-only">
        Left and right: the neighbouring outcome; Page up and down: another number of compactions;
        Enter applies it.
      </p>
      <OutcomeNote
        {...{ field, range, found, fresh, value }}
        plateau={flat[indexAt(flat, value)]}
        chosen={cursor === null || piece === undefined ? null : { ...cursor, piece }}
        onApply={apply}
      />
    </div>
  );
}

/** Pixels of a part of the strip, up to where the next one begins. */
function placeOf(
  part: Pick<Plateau, 'from' | 'to'> | undefined,
  parts: readonly Pick<Plateau, 'from' | 'to'>[],
  { min, max }: StripRange,
  width: number,
): { readonly x: number; readonly width: number } | null {
  if (part === undefined) return null;
  const at = (value: number): number => ((value - min) / (max - min)) * width;
  const end = parts.find(({ from }) => from > part.from)?.from ?? part.to;
  return { x: at(part.from), width: Math.max(1, at(end) - at(part.from)) };
}
