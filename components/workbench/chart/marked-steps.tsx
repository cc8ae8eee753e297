'use client';

import { xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { useOfFrame } from '../state/use-workbench';

/** Shades the marked steps that the plot shows. */
export function MarkedSteps({ scales }: { readonly scales: PlotScales }) {
  const marked = useOfFrame((frame) => frame.marked);
  const range = useOfFrame((frame) => frame.range);
  if (marked === null || marked.to < range.from || marked.from > range.to) return null;
  const left = xOf(scales, Math.max(marked.from, range.from));
  const right = xOf(scales, Math.min(marked.to, range.to));
  return (
    <div
      data-marked=""
      className="pointer-events-none absolute border-x border-dotted border-ink3 bg-ink3/10"
      style={{
        left,
        width: Math.max(1, right - left),
        top: scales.top,
        height: scales.rail - scales.top,
      }}
    />
  );
}
