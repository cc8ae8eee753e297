import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { StepRange } from '@/lib/engine/base/decimate';
import { stepAt, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { LEAST, moved, zoomed } from './plot-range';
import { useTouch } from './plot-touch';

/** Pixels from the plot's upper left corner. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

/** What a hand does on a plot: select a step, a range, zoom. */
export interface PlotActions {
  readonly onSelect: (step: number) => void;
  /** Opens what is marked under a point of the plot; false where nothing there opens. */
  readonly onOpen: (at: PlotPoint, asked: 'press' | 'hover') => boolean;
  /** `gesture` names a movement that goes on. */
  readonly onRange: (range: StepRange, gesture: string | null) => void;
  /** Marks the steps of a drag with Shift; without it, such a drag zooms like another. */
  readonly onMarked?: (range: StepRange) => void;
  /** The step under a pointer that presses nothing; null when it leaves. */
  readonly onHover?: (step: number | null) => void;
  /** True where a wheel scrolls the page at any width, so that only with Ctrl, or a pinch, it zooms. */
  readonly scrolls?: boolean;
}

/** Pixels from which a movement of the pressed pointer is a selection, not a click. */
const DRAGGED = 5;
/** Zoom of one notch of a wheel, as an exponent a pixel. */
const PER_PIXEL = 0.0016;

interface Hold {
  readonly x: number;
  dragged: boolean;
  /** Shift was held. */
  readonly marks: boolean;
}

/**
 * A click selects the step under the pointer, a drag the steps below it, with Shift to mark them; a wheel zooms about it; two
 * fingers zoom, and one moves what is zoomed.
 * `shade` is the element that is laid over the steps being selected.
 */
export function usePlotGestures(
  scales: RefObject<PlotScales | null>,
  range: StepRange,
  last: number,
  { onSelect, onOpen, onRange, onMarked, onHover, scrolls = false }: PlotActions,
) {
  const root = useRef<HTMLDivElement>(null);
  const shade = useRef<HTMLDivElement>(null);
  const hold = useRef<Hold | null>(null);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): PlotPoint => {
    const { left = 0, top = 0 } = root.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const xIn = (event: { clientX: number; clientY: number }): number => pointOf(event).x;
  const stepUnder = (x: number): number => {
    const step = scales.current === null ? 0 : stepAt(scales.current, x);
    return Math.min(range.to, Math.max(range.from, step));
  };
  const cover = (from: number, to: number): void => {
    const element = shade.current;
    if (!element) return;
    element.hidden = from === to;
    element.style.left = `${Math.min(from, to)}px`;
    element.style.width = `${Math.abs(to - from)}px`;
  };
  const end = (): void => {
    hold.current = null;
    cover(0, 0);
  };

  const touch = useTouch(root, scales, { range, last, onRange });
  useWheel(root, scales, { range, last, onRange, scrolls });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || hold.current === null) return;
      event.preventDefault();
      end();
    };
    // Before whoever else takes the key: what a hand holds is let go first.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });

  return {
    root,
    shade,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        const current = scales.current;
        const x = xIn(event);
        if (event.button !== 0 || !current || x < current.left - 4 || x > current.right + 4) return;
        // What a finger is on may be drawn anew while it moves.
        event.currentTarget.setPointerCapture(event.pointerId);
        if (touch.down(event)) end();
        else hold.current = { x, dragged: false, marks: event.shiftKey };
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        if (touch.pinch(event)) return;
        const held = hold.current;
        const current = scales.current;
        if (!held) {
          const opens = event.buttons === 0 && onOpen(pointOf(event), 'hover');
          event.currentTarget.style.cursor = opens ? 'pointer' : '';
          onHover?.(stepUnder(xIn(event)));
        }
        if (!held || !current) return;
        held.dragged ||= Math.abs(xIn(event) - held.x) >= DRAGGED;
        if (held.dragged && touch.pan(event)) return;
        const within = Math.min(current.right, Math.max(current.left, xIn(event)));
        if (held.dragged) cover(held.x, within);
      },
      onPointerUp(event: PointerEvent<HTMLDivElement>) {
        const held = hold.current;
        const panned = touch.up(event);
        end();
        if (!held || panned) return;
        if (!held.dragged) {
          if (!onOpen(pointOf(event), 'press')) onSelect(stepUnder(held.x));
          return;
        }
        const ends = [stepUnder(held.x), stepUnder(xIn(event))].sort((a, b) => a - b);
        const [from = 0, to = 0] = ends;
        if (held.marks && onMarked !== undefined) onMarked({ from, to });
        else if (to - from >= Math.min(LEAST, last)) onRange({ from, to }, null);
      },
      onPointerCancel(event: PointerEvent<HTMLDivElement>) {
        touch.up(event);
        end();
      },
      onPointerLeave: () => onHover?.(null),
    },
  };
}

/** Zooms about the pointer by a wheel, and moves sideways by a sideways one. */
function useWheel(
  root: RefObject<HTMLDivElement | null>,
  scales: RefObject<PlotScales | null>,
  state: Pick<PlotActions, 'onRange' | 'scrolls'> & {
    readonly range: StepRange;
    readonly last: number;
  },
): void {
  const now = useRef(state);
  useEffect(() => {
    now.current = state;
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      const current = scales.current;
      const { range, last, onRange, scrolls } = now.current;
      // What scrolls the page must go on to do so; there a held key, or a pinch, zooms.
      const zooms = event.ctrlKey || event.metaKey || !(scrolls === true || pageScrolls());
      if (!current || !zooms) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      const next = sideways
        ? moved(current, range, last, event.deltaX || event.deltaY)
        : zoomed(current, { range, last, x }, Math.exp(event.deltaY * PER_PIXEL));
      if (next.from !== range.from || next.to !== range.to) onRange(next, 'wheel');
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [root, scales]);
}

/** True where the page is one column, which a wheel scrolls. */
const pageScrolls = (): boolean => !window.matchMedia('(min-width: 64rem)').matches;
