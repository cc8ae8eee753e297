import { useRef, type PointerEvent, type RefObject } from 'react';
import type { StepRange } from '@/lib/engine/base/decimate';
import { moved, zoomed } from './plot-range';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

interface State {
  readonly range: StepRange;
  readonly last: number;
  readonly onRange: (range: StepRange, gesture: string | null) => void;
}

/** What the fingers began with: everything moves from there, so that nothing drifts. */
interface Begun {
  readonly scales: PlotScales;
  readonly range: StepRange;
  /** Horizontal middle of the fingers, and the distance between them; 0 for one. */
  readonly middle: number;
  readonly apart: number;
}

/** Least pixels between two fingers: closer ones would zoom without end. */
const LEAST_APART = 24;

/**
 * Fingers on a plot: two zoom about their middle and move with it, one moves the range where it is not
 * the whole session. One finger up or down stays the browser's, which scrolls the page.
 */
export function useTouch(
  root: RefObject<HTMLElement | null>,
  scales: RefObject<PlotScales | null>,
  { range, last, onRange }: State,
) {
  const fingers = useRef(new Map<number, number>());
  const begun = useRef<Begun | null>(null);
  const panned = useRef(false);

  const xIn = ({ clientX }: PointerEvent): number =>
    clientX - (root.current?.getBoundingClientRect().left ?? 0);
  const spread = () => {
    const places = [...fingers.current.values()];
    const [first = 0, second = first] = places;
    return { middle: (first + second) / 2, apart: Math.abs(first - second) };
  };
  const begin = (): void => {
    const current = scales.current;
    begun.current = current === null ? null : { scales: current, range, ...spread() };
  };
  const show = (next: StepRange, gesture: string): void => {
    if (next.from !== range.from || next.to !== range.to) onRange(next, gesture);
  };

  return {
    /** True if it makes a pinch of what was a press. */
    down(event: PointerEvent): boolean {
      if (event.pointerType !== 'touch') return false;
      fingers.current.set(event.pointerId, xIn(event));
      panned.current = fingers.current.size > 1;
      begin();
      return fingers.current.size > 1;
    },
    /** Zooms by two fingers; false if there are not two. */
    pinch(event: PointerEvent): boolean {
      if (!fingers.current.has(event.pointerId)) return false;
      fingers.current.set(event.pointerId, xIn(event));
      const from = begun.current;
      if (fingers.current.size !== 2 || from === null) return fingers.current.size > 1;
      const { middle, apart } = spread();
      const factor = Math.max(LEAST_APART, from.apart) / Math.max(LEAST_APART, apart);
      const wide = zoomed(from.scales, { range: from.range, last, x: from.middle }, factor);
      const perStep = from.scales.perStep / factor;
      const by = Math.round(from.middle - middle);
      show(by === 0 ? wide : moved({ ...from.scales, perStep }, wide, last, by), 'pinch');
      return true;
    },
    /** Moves the range with one finger; false where it is not a finger, or all is shown. */
    pan(event: PointerEvent): boolean {
      const from = begun.current;
      const whole = range.from === 0 && range.to === last;
      if (from === null || !fingers.current.has(event.pointerId)) return false;
      if (whole && !panned.current) return false;
      panned.current = true;
      const by = Math.round(from.middle - xIn(event));
      if (by !== 0) show(moved(from.scales, from.range, last, by), 'pan');
      return true;
    },
    /** True if the finger that is lifted has moved the range, or zoomed. */
    up(event: PointerEvent): boolean {
      fingers.current.delete(event.pointerId);
      const was = panned.current;
      if (fingers.current.size > 0) begin();
      else {
        begun.current = null;
        panned.current = false;
      }
      return was;
    },
  };
}
