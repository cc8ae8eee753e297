import type { TrackLabel } from '@/lib/answers/report/chart/tracks/track-rows';
import { xOf, yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels of one letter of a label, and of its height. */
const LETTER = 5.8;
const LINE = 11;

/** A label with the middle of its baseline, in pixels. */
export interface PlacedLabel extends TrackLabel {
  readonly x: number;
  readonly y: number;
}

/**
 * Places for a strip's labels: one beyond the scale stands outside of everything that is drawn, beside
 * its arrow; others at the end of their stem. A label that would cover another one is left out.
 */
export function stripLabels(
  labels: readonly TrackLabel[],
  scales: PlotScales,
): readonly PlacedLabel[] {
  const { left, right, top, bottom } = scales;
  const placed: PlacedLabel[] = [];
  const beyondFirst = [...labels].sort((a, b) => Math.abs(b.beyond) - Math.abs(a.beyond));
  for (const label of beyondFirst) {
    const half = halfOf(label);
    const x = xOf(scales, label.step);
    const isBelow = label.beyond === 0 ? label.at < 0 : label.beyond === -1;
    const wanted =
      label.beyond === 0 ? yOf(scales, label.at) + (isBelow ? LINE : -4) : isBelow ? Infinity : 0;
    const one = {
      ...label,
      x: Math.min(right - half, Math.max(left + half, label.beyond === 0 ? x : x + half + 10)),
      y: Math.min(bottom + LINE + 2, Math.max(top - 4, wanted)),
    };
    if (!placed.some((other) => covers(one, other))) placed.push(one);
  }
  return placed;
}

const halfOf = ({ text }: TrackLabel): number => (text.length * LETTER) / 2;

const covers = (one: PlacedLabel, other: PlacedLabel): boolean =>
  Math.abs(one.x - other.x) < halfOf(one) + halfOf(other) + 4 && Math.abs(one.y - other.y) < LINE;
