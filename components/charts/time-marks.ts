import type { ChartNotes } from './chart-feed';
import { assign, resize, set, write, type Parts } from './chart-parts';
import { railHeight } from './event-rail';
import { xOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Pixels of one letter of a label. */
const LETTER = 5.8;

interface TimeText {
  readonly x: number;
  readonly text: string;
}

/** Draws compressed gaps across the plot, and how long recorded compactions took on the rail. */
export function drawTimes(
  parts: Parts,
  { gaps, times }: ChartNotes,
  scales: PlotScales,
  lanes: string,
): void {
  const { left, right, top, rail } = scales;
  const isIn = ({ x }: TimeText): boolean => x >= left && x <= right;
  const cuts = gaps
    .map(({ step, text }) => ({ x: (xOf(scales, step - 1) + xOf(scales, step)) / 2, text }))
    .filter(isIn);
  const bottom = rail + railHeight(lanes) - 4;
  set(parts, 'gaps', cuts.map(({ x }) => `M${x} ${top}V${bottom}`).join(''));
  writeTexts(parts['gap-texts'], cuts, scales.bottom - 4, right);
  const spans = times.map(({ from, to, text }) => ({
    from: Math.max(left, scales.x0 + scales.perStep * from),
    to: Math.min(right, scales.x0 + scales.perStep * to),
    text,
  }));
  const seen = spans.filter(({ from, to }) => to >= left && from <= right);
  const y = rail + 17;
  set(
    parts,
    'times',
    seen.map(({ from, to }) => `M${from} ${y}H${Math.max(to, from + 1)}`).join(''),
  );
  const texts = seen.map(({ to, text }) => ({ x: to + 10 + (text.length * LETTER) / 2, text }));
  writeTexts(parts['time-texts'], texts, y - 5, right);
}

/** Writes texts at one height, those that have room. */
function writeTexts(
  group: SVGElement | undefined,
  texts: readonly TimeText[],
  y: number,
  right: number,
): void {
  if (!group) return;
  let end = -Infinity;
  const free = texts.filter(({ x, text }) => {
    const half = (text.length * LETTER) / 2;
    if (x - half < end + 4 || x + half > right) return false;
    end = x + half;
    return true;
  });
  resize(group, free.length, 'text', 'fill-ink3 text-xs');
  free.forEach(({ x, text }, i) => {
    const label = group.children[i];
    if (!label) return;
    write(label, text);
    assign(label, 'x', `${x}`);
    assign(label, 'y', `${y}`);
    assign(label, 'text-anchor', 'middle');
  });
}
