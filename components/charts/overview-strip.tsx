'use client';

import { useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import type { Points, StepRange } from '@/lib/engine/base/decimate';
import { placeOf } from '@/lib/answers/report/chart/chart-axis';
import {
  areaPath,
  EDGES,
  stepAt,
  xOf,
  yOf,
  type PlotScales,
} from '@/lib/answers/report/chart/drawing/svg-paths';

/** Properties of {@link OverviewStrip}. */
interface OverviewStripProps {
  /** Real tokens of the whole session, few points. */
  readonly points: Points;
  readonly steps: number;
  readonly top: number;
  /** −1 for none. */
  readonly threshold: number;
  readonly range: StepRange;
  /** Places of the steps along the axis; their numbers if null. */
  readonly places: Float64Array | null;
  /** Left and right end of the plot above, in pixels. */
  readonly left: number;
  readonly right: number;
  /** Content of the right margin. */
  readonly aside: ReactNode;
  /** `gesture` names a movement that goes on. */
  readonly onRange: (range: StepRange, gesture: string | null) => void;
}

const HEIGHT = 30;
/** Pixels around an end of the brush that grab it: a pointer's, a finger's. */
const GRAB = 12;
const FINGER_GRAB = 22;

type Grip = 'from' | 'to' | 'both' | 'new';
interface Hold {
  readonly grip: Grip;
  readonly step: number;
  readonly range: StepRange;
}

/** The whole session in one strip; a brush over it is the range of the chart above. */
export function OverviewStrip(props: OverviewStripProps) {
  const { points, steps, top, threshold, range, places, left, right, aside, onRange } = props;
  const hold = useRef<Hold | null>(null);
  const scales = useMemo<PlotScales>(
    () => ({
      left,
      right,
      top: 0,
      bottom: HEIGHT,
      x0: left + EDGES.left,
      perStep: (right - left - EDGES.left - EDGES.right) / Math.max(1, placeOf(places, steps - 1)),
      y0: HEIGHT,
      perToken: -(HEIGHT - 2) / top,
      places,
      rail: HEIGHT,
    }),
    [left, right, steps, top, places],
  );
  const area = useMemo(() => areaPath(points, scales), [points, scales]);
  const x1 = xOf(scales, range.from);
  const x2 = xOf(scales, Math.max(range.to, range.from + 1));
  const whole = range.from === 0 && range.to === steps - 1;

  const stepUnder = (event: PointerEvent<SVGElement>): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    return Math.min(steps - 1, Math.max(0, stepAt(scales, x)));
  };
  const gripAt = (event: PointerEvent<SVGElement>): Grip => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const grab = event.pointerType === 'touch' ? FINGER_GRAB : GRAB;
    const [toFrom, toEnd] = [Math.abs(x - x1), Math.abs(x - x2)];
    if (Math.min(toFrom, toEnd) <= grab) return toFrom < toEnd ? 'from' : 'to';
    return !whole && x > x1 && x < x2 ? 'both' : 'new';
  };
  const drag = (event: PointerEvent<SVGElement>): void => {
    if (!hold.current) return;
    onRange(dragged(hold.current, stepUnder(event), steps), 'brush');
  };

  return (
    <div className="relative" style={{ height: HEIGHT }} data-overview="">
      <svg
        width="100%"
        height={HEIGHT}
        className="block cursor-crosshair touch-none overflow-visible"
        aria-hidden="true"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          hold.current = { grip: gripAt(event), step: stepUnder(event), range };
        }}
        onPointerMove={(event) => drag(event)}
        onPointerUp={() => {
          hold.current = null;
        }}
        onDoubleClick={() => onRange({ from: 0, to: steps - 1 }, null)}
      >
        <rect
          x={left}
          width={Math.max(0, right - left)}
          height={HEIGHT - 1}
          y={0.5}
          fill="none"
          stroke="var(--line)"
        />
        <path d={area} fill="var(--ink3)" fillOpacity={0.24} />
        {/* As high as a finger needs. */}
        <rect
          className="hidden pointer-coarse:block"
          x={left}
          y={-7}
          width={Math.max(0, right - left)}
          height={44}
          fill="transparent"
        />
        {threshold < 0 ? null : (
          <path
            d={`M${left} ${yOf(scales, threshold)}H${right}`}
            stroke="var(--threshold)"
            strokeWidth={0.8}
          />
        )}
        {whole ? null : (
          <g>
            <path
              d={`M${left} 0H${x1}V${HEIGHT}H${left}ZM${x2} 0H${right}V${HEIGHT}H${x2}Z`}
              fill="var(--bg)"
              fillOpacity={0.72}
            />
            <rect
              x={x1}
              width={x2 - x1}
              y={0.5}
              height={HEIGHT - 1}
              fill="none"
              stroke="var(--accent)"
            />
          </g>
        )}
      </svg>
      <p
        className="pointer-events-none absolute top-0 flex h-full items-center text-xs leading-[13px] whitespace-nowrap text-ink3"
        style={{ left: right + 12 }}
      >
        {aside}
      </p>
      {(['from', 'to'] as const).map((end) => (
        <div
          key={end}
          role="slider"
          tabIndex={0}
          aria-label={end === 'from' ? 'First step shown' : 'Last step shown'}
          aria-valuemin={0}
          aria-valuemax={steps - 1}
          aria-valuenow={range[end]}
          aria-valuetext={`step ${formatInteger(range[end])}`}
          className="pointer-events-none absolute top-[3px] grid size-6 -translate-x-1/2 place-items-center"
          style={{ left: end === 'from' ? x1 : x2 }}
          onKeyDown={(event) => onEndKey(event, end, props)}
        >
          <span className="h-[18px] w-[5px] rounded-sm border border-ink3 bg-panel" />
        </div>
      ))}
    </div>
  );
}

function dragged({ grip, step, range }: Hold, to: number, steps: number): StepRange {
  const least = Math.min(4, steps - 1);
  switch (grip) {
    case 'from':
      return { from: Math.max(0, Math.min(to, range.to - least)), to: range.to };
    case 'to':
      return { from: range.from, to: Math.min(steps - 1, Math.max(to, range.from + least)) };
    case 'both': {
      const by = Math.min(steps - 1 - range.to, Math.max(-range.from, to - step));
      return { from: range.from + by, to: range.to + by };
    }
    case 'new': {
      const from = Math.min(step, to);
      const end = Math.max(step, to);
      // A click without a drag is no range.
      return end - from < least ? range : { from, to: end };
    }
  }
}

function onEndKey(
  event: KeyboardEvent<HTMLElement>,
  end: 'from' | 'to',
  { range, steps, onRange }: OverviewStripProps,
): void {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const far = event.shiftKey ? Math.max(10, Math.round(steps / 20)) : 1;
  const hold: Hold = { grip: end, step: range[end], range };
  onRange(dragged(hold, range[end] + by * far, steps), 'brush');
}
