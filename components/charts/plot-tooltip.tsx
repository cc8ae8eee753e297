'use client';

import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { firstWhere } from '@/lib/engine/base/search';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import type { ChartRow } from './chart-feed';
import type { PlotPoint } from './plot-gestures';

/** Pixels between the pointer and what is told of its step. */
const OFFSET = 14;

/** Lies over a plot: a line and a panel at the row that is nearest to the pointer. */
export function PlotTooltip(props: {
  readonly scales: PlotScales;
  /** Ascending by their places. */
  readonly rows: readonly ChartRow[];
  readonly tooltip: (step: number) => ReactNode;
}) {
  const { scales, rows, tooltip } = props;
  const [pointer, setPointer] = useState<PlotPoint | null>(null);
  const isOpen = pointer !== null;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      setPointer(null);
    };
    // Before the page's keys, which listen at the window.
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
  const follow = (
    over: Element,
    { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  ): void => {
    const { left, top } = over.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const isInside = x >= scales.left && x <= scales.right && y >= scales.top && y <= scales.bottom;
    setPointer(isInside ? { x, y } : null);
  };
  const row = pointer === null ? null : nearestRow(rows, (pointer.x - scales.x0) / scales.perStep);
  const x = row === null ? 0 : scales.x0 + scales.perStep * row.place;
  return (
    <div
      className="absolute inset-0"
      data-plot=""
      onMouseMove={(event) => follow(event.currentTarget, event)}
      onMouseLeave={() => setPointer(null)}
      onTouchMove={({ currentTarget, touches }) => {
        if (touches[0]) follow(currentTarget, touches[0]);
      }}
    >
      {pointer === null || row === null ? null : (
        <>
          <svg width="100%" height="100%" className="pointer-events-none block" aria-hidden="true">
            <path
              d={`M${x} ${scales.top}V${scales.bottom}`}
              stroke="var(--ink3)"
              strokeDasharray="2 3"
            />
          </svg>
          <Panel at={{ x, y: pointer.y }} scales={scales}>
            {tooltip(row.step)}
          </Panel>
        </>
      )}
    </div>
  );
}

/** The row whose place is nearest; null without rows. */
function nearestRow(rows: readonly ChartRow[], place: number): ChartRow | null {
  const after = firstWhere(0, rows.length, (index) => (rows[index]?.place ?? Infinity) >= place);
  const [before, next] = [rows[after - 1], rows[after]];
  if (before === undefined || next === undefined) return before ?? next ?? null;
  return place - before.place <= next.place - place ? before : next;
}

/** A panel right of and below a point, on its other side where the plot ends. */
function Panel(props: {
  readonly at: PlotPoint;
  readonly scales: PlotScales;
  readonly children: ReactNode;
}) {
  const { at, scales, children } = props;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = root.current;
    if (!panel) return;
    const { left, right, top, bottom } = scales;
    const x = beside(at.x, panel.offsetWidth, [left, right]);
    const y = beside(at.y, panel.offsetHeight, [top, bottom]);
    panel.style.transform = `translate(${x}px, ${y}px)`;
  });
  return (
    <div ref={root} className="pointer-events-none absolute top-0 left-0 w-max">
      {children}
    </div>
  );
}

function beside(at: number, size: number, [from, to]: readonly [number, number]): number {
  const after = at + OFFSET;
  return Math.max(from, after + size > to ? at - size - OFFSET : after);
}
