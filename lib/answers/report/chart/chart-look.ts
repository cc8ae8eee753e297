/** Lines of the chart that can be switched off, in the order of the legend. */
export const seriesNames = [
  'real',
  'heuristic',
  'calibrated',
  'decision',
  'levels',
  'ghost',
] as const;
export type SeriesName = (typeof seriesNames)[number];

/** Lines by their names on a page. */
export const seriesLabels: Readonly<Record<SeriesName, string>> = {
  real: 'real',
  heuristic: 'heuristic',
  calibrated: 'calibrated',
  decision: 'decision',
  levels: 'window, threshold',
  ghost: 'recorded',
};

/** Tracks below the chart, in their order. */
export const trackNames = [
  'deviation',
  'composition',
  'correction',
  'ratio',
  'margin',
  'cost',
] as const;
export type TrackName = (typeof trackNames)[number];

/** Scales of the horizontal axis. */
export const axisNames = ['step', 'turn', 'time'] as const;
export type AxisName = (typeof axisNames)[number];

/** What a chart shows of a replay. */
export interface ChartLook {
  readonly lines: readonly SeriesName[];
  readonly tracks: readonly TrackName[];
  readonly axis: AxisName;
}

/** Every line of the decision; a track is opened when it is asked for. */
export const defaultLook: ChartLook = {
  lines: seriesNames,
  tracks: [],
  axis: 'step',
};

/** A list with a name added, or taken out; in the order of `names`. */
export const toggled = <Name extends string>(
  names: readonly Name[],
  list: readonly Name[],
  name: Name,
): readonly Name[] =>
  names.filter((one) => (one === name ? !list.includes(one) : list.includes(one)));
