import type { HeatRows } from './heat-rows';

/** A setting along a side of the map. */
export interface PointAxis {
  readonly name: string;
  /** Marks from 0 (its least value) to 1 (its largest). */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** Beyond it nothing can be chosen; null where nothing bounds the setting. */
  readonly limit: number | null;
}

/** Sampled settings as points on two of them; nothing is drawn between the points. */
export interface PointRows extends Pick<HeatRows, 'label' | 'cells' | 'plateau' | 'generatedOnly'> {
  readonly across: PointAxis;
  readonly up: PointAxis;
  /** The place of each cell, 0 to 1 along each side. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Today's cell. */
  readonly baseline: number;
}
