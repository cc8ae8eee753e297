import type { ChartRows } from '@/lib/report/chart-rows';

/** The two values that can be moved on the chart. */
export type HandleName = 'window' | 'threshold';

/** The step that is selected, with what the chart marks on it (NaN: nothing to mark). */
export interface ChartCursor {
  readonly step: number;
  readonly real: number;
  readonly decision: number;
}

/**
 * What a chart draws, pushed to it: a drag redraws paths and handles through this, past React. Rows
 * are ready; the chart decides nothing.
 */
export interface ChartFeed {
  /** Calls the listener whenever rows or cursor changed; returns how to stop. */
  subscribe(listener: () => void): () => void;
  rows(): ChartRows;
  cursor(): ChartCursor;
  /** What can be moved on the chart. */
  handles(): readonly HandleName[];
}
