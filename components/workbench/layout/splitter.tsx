'use client';

import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { setPanes } from './use-panes';

/** Height of the details that are folded to their tabs. */
const LEAST = 34;
/** What the chart, its sliders and this grip keep of the column. */
const KEPT = 330;
const STEP = 24;

/** What stands below the grip. */
const pane = (element: HTMLElement): HTMLElement | null =>
  element.nextElementSibling instanceof HTMLElement ? element.nextElementSibling : null;

const heightOf = (element: HTMLElement): number => pane(element)?.offsetHeight ?? 0;

const most = (element: HTMLElement): number =>
  Math.max(LEAST, (element.parentElement?.clientHeight ?? 0) - KEPT);

const resize = (element: HTMLElement, height: number): void =>
  setPanes({ details: Math.round(Math.min(most(element), Math.max(LEAST, height))) });

/** The grip between the chart and the details: drag, arrow keys, or a double click for all or nothing. */
export function Splitter() {
  const [size, setSize] = useState({ now: LEAST, most: LEAST });
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ now: heightOf(element), most: most(element) }),
    );
    for (const one of [element.parentElement, pane(element)]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  const held = useRef<{ readonly y: number; readonly height: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { y: event.clientY, height: heightOf(event.currentTarget) };
  };
  const onPointerMove = ({ currentTarget, clientY }: PointerEvent<HTMLDivElement>): void => {
    if (held.current !== null)
      resize(currentTarget, held.current.height + held.current.y - clientY);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { currentTarget, key } = event;
    const to: Readonly<Record<string, number>> = {
      ArrowUp: heightOf(currentTarget) + STEP,
      ArrowDown: heightOf(currentTarget) - STEP,
      Home: LEAST,
      End: most(currentTarget),
    };
    const height = to[key];
    if (height === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(currentTarget, height);
  };
  return (
    <div
      ref={measure}
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the details"
      aria-valuemin={LEAST}
      aria-valuemax={size.most}
      aria-valuenow={Math.min(size.now, size.most)}
      tabIndex={0}
      className="group relative z-10 hidden h-2 shrink-0 cursor-row-resize touch-none place-items-center border-b border-line bg-bg lg:grid print:hidden"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        held.current = null;
      }}
      onDoubleClick={({ currentTarget }) => {
        const isLow = heightOf(currentTarget) <= LEAST + 1;
        resize(currentTarget, isLow ? most(currentTarget) : LEAST);
      }}
      onKeyDown={onKeyDown}
    >
      <span aria-hidden="true" className="h-[3px] w-8 rounded-full bg-line group-hover:bg-ink3" />
    </div>
  );
}
