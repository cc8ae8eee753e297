import type { ChartRows } from '@/lib/report/chart/chart-rows';

/** The two values that can be moved on the chart. */
export type HandleName = 'window' | 'threshold';

/** The selected step with the values marked on it (NaN: no mark). */
export interface ChartCursor {
  readonly step: number;
  readonly real: number;
  readonly decision: number;
}

/**
 * Rows pushed to a chart: a drag redraws paths and handles through this, outside React. Rows are
 * ready; the chart decides nothing.
 */
export interface ChartFeed {
  /** Calls the listener on changes of rows or cursor; returns the unsubscriber. */
  subscribe(listener: () => void): () => void;
  rows(): ChartRows;
  cursor(): ChartCursor;
  /** The movable values. */
  handles(): readonly HandleName[];
}

/** One position of the tooltip. */
export interface ChartRow {
  readonly step: number;
  readonly real: number | null;
}

/** Positions of the tooltip: every point of the real and the projected line. */
export function tooltipRows({ real, projected }: ChartRows): readonly ChartRow[] {
  const rows = new Map<number, number>();
  for (const { steps, values } of [real, projected]) {
    steps.forEach((step, i) => rows.set(step, values[i] ?? NaN));
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([step, value]) => ({ step, real: Number.isNaN(value) ? null : value }));
}

/** Columns of marks in a plot of so many pixels: events of one column become one mark. */
export const eventColumns = (pixels: number): number => Math.max(10, Math.floor(pixels / 12));
