import { railNames, type RailKind } from '@/lib/analysis/explain/policy-events';
import { element, joined, trusted, type Markup } from '../render/markup';
import type { ChartPicture } from './chart-picture';
import { eventMark } from './chart-rail';
import { fill, stroke } from './chart-style';

/** A line of the legend: class of the line, its colour, its name. */
const signs = [
  ['real', 'real', 'real, recorded'],
  ['projected', 'real', 'real, projected'],
  ['heuristic', 'heuristic', 'heuristic'],
  ['calibrated', 'calibrated', 'calibrated'],
  ['decision', 'decision', 'decision value'],
  ['window', 'window', 'window'],
  ['threshold', 'threshold', 'threshold'],
  ['limit', 'overflow', 'limit'],
  ['ghost', 'ink3', 'as recorded'],
] as const;

type Item =
  | { readonly sign: (typeof signs)[number]; readonly name: string }
  | { readonly kind: RailKind; readonly name: string };

const ROW = 20;
const LEFT = 14;
/** Pixels of a sign with what surrounds it, and of a character. */
const SIGN = 46;
const CHARACTER = 6.2;

/** Only what the chart draws. */
function itemsOf({ rows, kinds }: ChartPicture): readonly Item[] {
  const { levels } = rows;
  const lines: Readonly<Record<string, { readonly values: readonly number[] }>> = {
    real: rows.real,
    projected: rows.projected,
    heuristic: rows.heuristic,
    calibrated: rows.calibrated,
    decision: rows.decision,
    window: levels.window,
    threshold: levels.threshold,
    limit: levels.limit,
    ghost: rows.ghost,
  };
  return [
    ...signs
      .filter(([name]) => lines[name]?.values.some((value) => value >= 0))
      .map((sign) => ({ sign, name: sign[2] })),
    ...kinds.map((kind) => ({ kind, name: railNames[kind] })),
  ];
}

/** Items with their places, wrapped into rows. */
function placed(picture: ChartPicture, width: number) {
  let [x, row] = [LEFT, 0];
  const items = itemsOf(picture).map((item) => {
    const wide = SIGN + item.name.length * CHARACTER;
    if (x + wide > width - LEFT && x > LEFT) [x, row] = [LEFT, row + 1];
    const place = { item, x, row };
    x += wide;
    return place;
  });
  return { items, rows: row + 1 };
}

/** Pixels that the legend takes. */
export const legendHeight = (picture: ChartPicture, width: number): number =>
  placed(picture, width).rows * ROW + 10;

/** The names of lines and marks that the chart has. */
export function chartLegend(
  picture: ChartPicture,
  { top, width }: { readonly top: number; readonly width: number },
): Markup {
  return joined(
    placed(picture, width).items.map(({ item, x, row }) => {
      const y = top + row * ROW + 10;
      const sign =
        'sign' in item
          ? element('path', {
              class: `hw-${item.sign[0]} ${stroke(item.sign[1])}`,
              d: trusted(`M${x} ${y}h24`),
            })
          : eventMark(item.kind, x + 12, y);
      return joined([
        sign,
        element('text', { class: fill('ink2'), x: x + 30, y: y + 4 }, item.name),
      ]);
    }),
  );
}
