import { formatInteger } from '@/lib/engine/base/format';
import type { ChartFeed } from './chart-feed';
import { labelPlaces } from '@/lib/answers/report/chart/drawing/label-places';
import { yOf, type PlotScales } from '@/lib/answers/report/chart/drawing/svg-paths';

/** Values named at the right end of the plot. */
export const endNames = [
  'window',
  'threshold',
  'gap',
  'decision',
  'calibrated',
  'heuristic',
] as const;
type EndName = (typeof endNames)[number];

/** A label at the right end: its own height, and that of the value it names. */
export interface EndLabel {
  readonly y: number;
  readonly valueY: number;
  readonly text: string;
}

/** Pixels from one label to the next. */
const APART = 13;

/** Labels of the selected step's values, of window and threshold, that do not cover one another. */
export function endLabels(
  feed: ChartFeed,
  scales: PlotScales,
): Readonly<Partial<Record<EndName, EndLabel>>> {
  const {
    window,
    threshold,
    levels,
    heuristic: line,
    calibrated: other,
    decision: own,
    borrowed,
  } = feed.rows();
  const { heuristic, decision, calibrated, threshold: compared, guess } = feed.cursor();
  const hasLevels = levels.window.steps.length + levels.threshold.steps.length > 0;
  const margin = decision - compared;
  const values: readonly (readonly [EndName, number, string])[] = [
    ['window', hasLevels ? window : -1, ''],
    ['threshold', hasLevels ? threshold : -1, ''],
    [
      'gap',
      margin < 0 && hasLevels ? (decision + compared) / 2 : NaN,
      `${formatInteger(-margin)} short`,
    ],
    [
      'decision',
      own.steps.length > 0 ? decision : NaN,
      `decision ${guess}${formatInteger(decision)}`,
    ],
    [
      'calibrated',
      other.steps.length > 0 ? calibrated : NaN,
      `calibrated ${borrowed ? '' : guess}${formatInteger(calibrated)}`,
    ],
    ['heuristic', line.steps.length > 0 ? heuristic : NaN, `heuristic ${formatInteger(heuristic)}`],
  ];
  const shown = values.filter(([, value]) => value >= 0);
  const heights = shown.map(([, value]) =>
    Math.min(scales.bottom, Math.max(scales.top, yOf(scales, value))),
  );
  const places = labelPlaces(heights, {
    apart: APART,
    top: scales.top - 6,
    bottom: scales.bottom + 2,
  });
  return Object.fromEntries(
    shown.map(([name, , text], i) => [
      name,
      { y: places[i] ?? 0, valueY: heights[i] ?? 0, text } satisfies EndLabel,
    ]),
  );
}
