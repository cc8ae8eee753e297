'use client';

import { useRef } from 'react';

/** Pixels that a finger needs. */
export const FINGER = 44;
/** Pixels from which a finger has moved: what follows is no tap. */
const MOVED = 6;

interface Hold<T> {
  readonly x: number;
  readonly y: number;
  readonly from: T;
}

/**
 * What a finger takes hold of, around a thing that is smaller than it; there for coarse pointers only.
 * It moves from where the finger began, so that the finger may stand beside what it moves.
 */
export function FingerHold<T>(props: {
  /** Its middle, in pixels. */
  readonly x: number;
  readonly y: number;
  /** What is moved, as it is now. */
  readonly held: T;
  /** Pixels from where the finger began, and what was held there. */
  readonly onMove: (from: T, right: number, down: number) => void;
}) {
  const { x, y, held, onMove } = props;
  const hold = useRef<Hold<T>>(null);
  const moved = useRef(false);
  const release = (): void => {
    hold.current = null;
  };
  return (
    <div
      aria-hidden="true"
      data-finger-hold=""
      className="absolute hidden touch-none pointer-coarse:block"
      style={{ left: x - FINGER / 2, top: y - FINGER / 2, width: FINGER, height: FINGER }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold.current = { x: event.clientX, y: event.clientY, from: held };
        moved.current = false;
      }}
      onPointerMove={({ clientX, clientY }) => {
        const { current } = hold;
        if (current === null) return;
        const [right, down] = [clientX - current.x, clientY - current.y];
        moved.current ||= Math.hypot(right, down) >= MOVED;
        if (moved.current) onMove(current.from, right, down);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onClick={(event) => {
        if (moved.current) event.stopPropagation();
      }}
    />
  );
}
