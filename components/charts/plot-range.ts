import type { StepRange } from '@/lib/engine/base/decimate';
import { placeOf, stepOfPlace } from '@/lib/answers/report/chart/chart-axis';
import type { PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Fewest steps of a range that a hand chooses. */
export const LEAST = 4;

/** A range made wider by a factor, about the step at a pixel of the plot; inside the session. */
export function zoomed(
  scales: PlotScales,
  { range, last, x }: { readonly range: StepRange; readonly last: number; readonly x: number },
  factor: number,
): StepRange {
  const { places } = scales;
  const about = (x - scales.x0) / scales.perStep;
  const at = (step: number): number => about + (placeOf(places, step) - about) * factor;
  let from = Math.max(0, stepOfPlace(places, at(range.from)));
  let to = Math.min(last, stepOfPlace(places, at(range.to)));
  // A small range changes by a step at least.
  if (factor > 1 && from === range.from && to === range.to) {
    from = Math.max(0, from - 1);
    to = Math.min(last, to + 1);
  }
  if (to - from >= Math.min(LEAST, last)) return { from, to };
  return range;
}

/** A range moved by pixels of the plot, a step at least; inside the session. */
export function moved(
  scales: PlotScales,
  range: StepRange,
  last: number,
  pixels: number,
): StepRange {
  const far = Math.round(pixels / scales.perStep) || Math.sign(pixels);
  const by = Math.min(last - range.to, Math.max(-range.from, far));
  return { from: range.from + by, to: range.to + by };
}
