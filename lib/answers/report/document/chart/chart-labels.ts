import { formatInteger } from '@/lib/engine/base/format';
import type { Points } from '@/lib/engine/base/decimate';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { labelPlaces } from '@/lib/answers/report/chart/drawing/label-places';
import { yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';
import { element, joined, type Markup } from '../render/markup';
import { fill } from './chart-style';

const lastOf = ({ values }: Points): number => values.findLast((value) => value >= 0) ?? NaN;

/** Names and values of the lines at the right end of the plot, none over another. */
export function levelLabels(rows: ChartRows, scales: PlotScales): Markup {
  const { levels, real, projected } = rows;
  const guessed = projected.steps.length > 0;
  const named: readonly (readonly [string, string, number])[] = [
    ['window', 'window', lastOf(levels.window)],
    ['threshold', 'threshold', lastOf(levels.threshold)],
    ['limit', 'overflow', lastOf(levels.limit)],
    ['heuristic', 'heuristic', lastOf(rows.heuristic)],
    ['decision', 'decision', lastOf(rows.decision)],
    [guessed ? 'real ~' : 'real ', 'ink', lastOf(guessed ? projected : real)],
  ];
  const shown = named.filter(([, , value]) => !Number.isNaN(value));
  const heights = labelPlaces(
    shown.map(([, , value]) => yOf(scales, value)),
    { apart: 13, top: scales.top - 4, bottom: scales.bottom },
  );
  return joined(
    shown.map(([name, color, value], i) =>
      element(
        'text',
        { class: fill(color), x: scales.right + 8, y: (heights[i] ?? 0) + 4 },
        `${name.endsWith('~') ? name : `${name.trimEnd()} `}${formatInteger(value)}`,
      ),
    ),
  );
}
