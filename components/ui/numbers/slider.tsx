'use client';

import { Slider as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names';
import type { ChangedBy } from './number-field';
import { useSliderEvents } from './use-slider-events';

/** Properties of {@link Slider}. */
interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words for screen readers. */
  readonly text: string;
  /** It changes nothing: it can be read, and not moved. */
  readonly disabled?: boolean;
  /** Drawn in the track's place, 12 pixels from either end of the slider. */
  readonly track?: ReactNode;
  /** Values that Alt with an arrow key goes to, ascending. */
  readonly edges?: readonly number[];
  /** Called on every move of the pointer. */
  readonly onMove: (value: number) => void;
  /** Called when the pointer is released, and for each press of a key. */
  readonly onCommit: (value: number, how: ChangedBy) => void;
  readonly onBlur?: () => void;
}

/** A horizontal slider; a value outside its range is shown at the nearer end. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, text, disabled = false, track, edges = [] } = props;
  const { onMove, onCommit, onBlur } = props;
  const events = useSliderEvents(
    ([next]) => next !== undefined && onMove(next),
    ([next], how) => next !== undefined && onCommit(next, how),
  );
  const shown = Math.min(max, Math.max(min, value));
  const toEdge = (event: KeyboardEvent): void => {
    const edge = event.key === 'ArrowRight' ? edges.find((one) => one > value) : undefined;
    const before = event.key === 'ArrowLeft' ? edges.findLast((one) => one < value) : undefined;
    const next = edge ?? before;
    if (!event.altKey || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onCommit(next, { by: 'keys' });
  };
  return (
    <Radix.Root
      className="relative flex h-6 touch-none items-center select-none data-disabled:opacity-50"
      disabled={disabled}
      value={[shown]}
      min={min}
      max={max}
      step={step}
      {...events}
      onKeyDownCapture={(event) => {
        events.onKeyDownCapture();
        toEdge(event);
      }}
      onBlur={onBlur}
    >
      {track === undefined ? (
        <Radix.Track className="relative h-[3px] grow rounded-full bg-line">
          <Radix.Range className="absolute h-full rounded-full bg-accent" />
        </Radix.Track>
      ) : (
        <Radix.Track className="relative grow">{track}</Radix.Track>
      )}
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={text}
        // Large enough for a finger; the disc inside is what is seen.
        className="relative grid size-6 place-items-center rounded-full focus-visible:rounded-full pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
      >
        <span
          // What is pressed is the thumb itself, which then has the focus without moving.
          className={classNames(
            'pointer-events-none',
            track === undefined
              ? 'size-3.5 rounded-full border-2 border-panel bg-accent shadow-[0_0_0_1px_var(--accent)]'
              : 'h-5 w-2 rounded-sm border-2 border-accent bg-panel',
          )}
        />
      </Radix.Thumb>
    </Radix.Root>
  );
}
