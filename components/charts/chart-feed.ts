import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { placeOf } from '@/lib/answers/report/chart/chart-axis';

/** The two values that can be moved on the chart. */
export type HandleName = 'window' | 'threshold';

/** The selected step with the values marked on it (NaN: no mark). */
export interface ChartCursor {
  readonly step: number;
  readonly real: number;
  readonly decision: number;
  readonly heuristic: number;
  readonly calibrated: number;
  readonly threshold: number;
  /** Words after the real's number: "refused". */
  readonly outcome: string;
  /** A mark of projected numbers: "~", else empty. */
  readonly guess: string;
}

/** Marks of the recording on the plot. */
export interface ChartNotes {
  /** Tokens of the first request that the policy does not count, and where they lie; null for few. */
  readonly prefix: {
    readonly tokens: number;
    readonly step: number;
    readonly low: number;
    readonly high: number;
  } | null;
  /** Steps at which something joined the prefix, with a name where one is known. */
  readonly joins: readonly {
    readonly step: number;
    readonly real: number;
    readonly name: string;
  }[];
  /** Compressed stretches of time before a step. */
  readonly gaps: readonly { readonly step: number; readonly text: string }[];
  /** Recorded compactions along an axis of time, by places. */
  readonly times: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}

/**
 * Rows pushed to a chart: a drag redraws paths and handles through this, outside React. Rows are
 * ready; the chart decides nothing.
 */
export interface ChartFeed {
  /** Calls the listener on changes of rows or cursor; returns the unsubscriber. */
  subscribe(listener: () => void): () => void;
  rows(): ChartRows;
  /** True while a hand moves a setting. */
  moving(): boolean;
  cursor(): ChartCursor;
  notes(): ChartNotes;
  /** The movable values. */
  handles(): readonly HandleName[];
}

/** One position of the tooltip. */
export interface ChartRow {
  readonly step: number;
  /** The step's place on the axis. */
  readonly place: number;
  readonly real: number | null;
}

/** Positions of the tooltip: every point of the real and the projected line. */
export function tooltipRows(
  { real, projected }: ChartRows,
  places: Float64Array | null,
): readonly ChartRow[] {
  const rows = new Map<number, number>();
  for (const { steps, values } of [real, projected]) {
    steps.forEach((step, i) => rows.set(step, values[i] ?? NaN));
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([step, value]) => ({
      ...{ step, place: placeOf(places, step) },
      real: Number.isNaN(value) ? null : value,
    }));
}

/** Columns of marks in a plot of so many pixels: events of one column become one mark. */
export const eventColumns = (pixels: number): number => Math.max(10, Math.floor(pixels / 12));
