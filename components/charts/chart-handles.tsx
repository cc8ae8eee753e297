'use client';

import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { formatInteger } from '@/lib/engine/base/format';
import { classNames } from '@/components/ui/class-names';
import type { ChartFeed, HandleName } from './chart-feed';
import { endLabels } from './end-labels';
import { yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** The handle in the user's hand: where it was taken, in pixels and tokens, and where it is. */
interface Held {
  readonly name: HandleName;
  readonly y: number;
  readonly value: number;
  shown: number;
}

/** Properties of {@link ChartHandles}. */
interface ChartHandlesProps {
  readonly feed: ChartFeed;
  readonly scales: PlotScales;
  /** `last` is false during the drag. */
  readonly onMove: (name: HandleName, value: number, last: boolean) => void;
  /** Called by keys with a signed number of tokens. */
  readonly onNudge: (name: HandleName, by: number) => void;
  readonly onLeave: () => void;
}

/** Pixels that a grip takes: a pointer's, a finger's. */
const GRIP_HEIGHT = 24;
const FINGER_HEIGHT = 44;
const gripHeight = (): number =>
  window.matchMedia('(pointer: coarse)').matches ? FINGER_HEIGHT : GRIP_HEIGHT;
const names: readonly HandleName[] = ['window', 'threshold'];

/** Handles for window and threshold on the right edge of the plot, moved outside React. */
export function ChartHandles(props: ChartHandlesProps) {
  const { feed, scales, onMove, onNudge, onLeave } = props;
  const root = useRef<HTMLDivElement>(null);
  const drag = useRef<Held | null>(null);

  useLayoutEffect(() => {
    const place = (): void => placeHandles(root.current, feed, scales, drag.current);
    place();
    return feed.subscribe(place);
  }, [feed, scales]);

  /** Tokens per pixel of the pointer, rounded down to a power of ten. */
  const grain = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(1 / scales.perToken))));
  const move = (event: PointerEvent<HTMLElement>, { last } = { last: false }): void => {
    const held = drag.current;
    if (!held) return;
    const tokens = (event.clientY - held.y) / scales.perToken;
    const value = Math.round((held.value + tokens) / grain) * grain;
    held.shown = Math.max(0, value);
    onMove(held.name, held.shown, last);
    // A long session is replayed behind the hand.
    if (!last) placeHandles(root.current, feed, scales, held);
  };
  const release = (event: PointerEvent<HTMLElement>): void => {
    move(event, { last: true });
    drag.current = null;
    placeHandles(root.current, feed, scales, null);
  };
  const onKeyDown = (name: HandleName, event: KeyboardEvent<HTMLElement>): void => {
    const by = keyStep(event, feed.rows().window);
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onNudge(name, by);
  };

  return (
    <div ref={root} className="pointer-events-none absolute inset-0">
      {names.map((name) => (
        <div key={name} data-handle={name} className="absolute top-0 left-0 will-change-transform">
          <div
            role="slider"
            tabIndex={0}
            aria-label={name === 'window' ? 'Context window' : 'Threshold'}
            aria-orientation="vertical"
            aria-valuemin={0}
            className="group pointer-events-auto absolute -top-3 -left-2 flex h-6 w-24 cursor-ns-resize touch-none items-center pointer-coarse:-top-[22px] pointer-coarse:h-11"
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              const value = feed.rows()[name];
              drag.current = { name, y: event.clientY, value, shown: value };
            }}
            onPointerMove={(event) => move(event)}
            onPointerUp={release}
            onPointerCancel={release}
            onKeyDown={(event) => onKeyDown(name, event)}
            onBlur={onLeave}
          >
            <span
              className={classNames(
                'ml-1.5 h-4 w-[7px] rounded-[3px] group-hover:w-[9px]',
                name === 'window' ? 'bg-window' : 'bg-threshold',
              )}
            />
          </div>
          <div
            data-label=""
            aria-hidden="true"
            className={classNames(
              'pointer-events-none absolute -top-[7px] left-4 text-xs leading-[13px] whitespace-nowrap',
              name === 'window' ? 'font-medium text-window' : 'text-threshold',
            )}
          >
            {name}
            <span data-above="" /> <span data-value="" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** ↑ ↓ move by 1,000 tokens (100 below a window of 20,000), ten times as far with Shift or page keys. */
function keyStep(event: KeyboardEvent<HTMLElement>, window: number): number {
  const step = (window >= 20_000 ? 1_000 : 100) * (event.shiftKey ? 10 : 1);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowRight: 1,
    ArrowDown: -1,
    ArrowLeft: -1,
    PageUp: 10,
    PageDown: -10,
  };
  return (steps[event.key] ?? 0) * step;
}

function placeHandles(
  root: HTMLElement | null,
  feed: ChartFeed,
  scales: PlotScales,
  held: Held | null,
): void {
  if (!root) return;
  const { window, threshold } = feed.rows();
  // The threshold stands where the window's rule puts it, the window where the hand is.
  const rows = { window: held?.name === 'window' ? held.shown : window, threshold };
  const movable = feed.handles();
  const labels = endLabels(feed, scales);
  root.hidden = labels.window === undefined && labels.threshold === undefined;
  if (root.hidden) return;
  // Fitted to the data the plot may end below them: they wait at its top.
  const at = (value: number): number => Math.max(scales.top, yOf(scales, value));
  const y = { window: at(rows.window), threshold: at(rows.threshold) };
  const gap = rows.window < 0 || rows.threshold < 0 ? Infinity : y.threshold - y.window;
  const touching = Math.max(0, gripHeight() - gap);
  for (const name of names) {
    const handle = root.querySelector<HTMLElement>(`[data-handle=${name}]`);
    const value = rows[name];
    if (!handle) continue;
    const place = labels[name];
    handle.hidden = place === undefined;
    if (place === undefined) continue;
    handle.style.transform = `translate(${scales.right}px, ${y[name]}px)`;
    const slider = handle.firstElementChild;
    if (slider instanceof HTMLElement) slider.hidden = !movable.includes(name);
    slider?.setAttribute('aria-valuenow', `${value}`);
    slider?.setAttribute('aria-valuemax', `${Math.max(value, 1_000_000)}`);
    slider?.setAttribute('aria-valuetext', `${formatInteger(value)} tokens`);
    const label = handle.querySelector<HTMLElement>('[data-label]');
    if (label) label.style.transform = `translateY(${place.y - y[name]}px)`;
    // Overlapping grips move aside; their lines stay.
    const aside = (name === 'window' ? -touching : touching) / 2;
    if (slider instanceof HTMLElement) slider.style.transform = `translateY(${aside}px)`;
    const above = handle.querySelector<HTMLElement>('[data-above]');
    if (above) above.textContent = yOf(scales, value) < scales.top - 1 ? ' ↑' : '';
    const text = handle.querySelector('[data-value]');
    if (text) text.textContent = formatInteger(value);
  }
}
