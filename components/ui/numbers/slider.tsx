'use client';

import { Slider as Radix } from 'radix-ui';
import { useRef } from 'react';
import { Tooltip } from '../tooltip';
import type { ChangedBy } from './number-field';

/** A marked value on a slider's track. */
interface SliderNotch {
  readonly value: number;
  readonly label: string;
  readonly title: string;
}

/** Properties of {@link Slider}. */
interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words for screen readers. */
  readonly text: string;
  readonly notch?: SliderNotch | undefined;
  /** It changes nothing: it can be read, and not moved. */
  readonly disabled?: boolean;
  /** Called on every move of the pointer. */
  readonly onMove: (value: number) => void;
  /** Called when the pointer is released, and for each press of a key. */
  readonly onCommit: (value: number, how: ChangedBy) => void;
  readonly onBlur?: () => void;
}

/** A horizontal slider; a value outside its range is shown at the nearer end. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, text, notch, disabled = false } = props;
  const { onMove, onCommit, onBlur } = props;
  const byKeys = useRef(false);
  const shown = Math.min(max, Math.max(min, value));
  const share = notch ? (notch.value - min) / (max - min) : 0;
  return (
    <div className="relative">
      <Radix.Root
        className="relative flex h-6 touch-none items-center select-none data-disabled:opacity-50"
        disabled={disabled}
        value={[shown]}
        min={min}
        max={max}
        step={step}
        // A key commits its value before it reports it as changed: a move would follow the commit.
        onValueChange={([next]) => next !== undefined && !byKeys.current && onMove(next)}
        onValueCommit={([next]) =>
          next !== undefined && onCommit(next, byKeys.current ? { by: 'keys' } : {})
        }
        onKeyDownCapture={() => {
          byKeys.current = true;
        }}
        onPointerDownCapture={() => {
          byKeys.current = false;
        }}
        onBlur={onBlur}
      >
        <Radix.Track className="relative h-[3px] grow rounded-full bg-line">
          <Radix.Range className="absolute h-full rounded-full bg-accent" />
        </Radix.Track>
        <Radix.Thumb
          aria-label={label}
          aria-valuetext={text}
          // Large enough for a finger; the disc inside is what is seen.
          className="relative grid size-6 place-items-center rounded-full focus-visible:rounded-full pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
        >
          <span className="size-3.5 rounded-full border-2 border-panel bg-accent shadow-[0_0_0_1px_var(--accent)]" />
        </Radix.Thumb>
      </Radix.Root>
      {notch && share >= 0 && share <= 1 ? (
        <div className="relative mx-3 h-3.5 text-xs text-ink3">
          <span className="absolute -translate-x-1/2" style={{ left: `${share * 100}%` }}>
            <Tooltip text={notch.title}>
              <button
                type="button"
                // As large as a finger needs, beside the thumb and not below it.
                className="flex min-h-6 cursor-help items-start gap-1 whitespace-nowrap"
              >
                <span aria-hidden="true">▴</span>
                {notch.label}
              </button>
            </Tooltip>
          </span>
        </div>
      ) : null}
    </div>
  );
}
