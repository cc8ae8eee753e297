import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Settings } from '@/lib/engine/policy/fields';
import type { FigureId } from '../figures/figure-ids';

/** One setting that a sweep varies, and its values, ascending. */
export interface SweepAxis {
  readonly setting: string;
  readonly values: readonly number[];
}

/** A policy in a sweep: what is fixed, and what is varied. */
export interface SweepColumn {
  readonly policy: string;
  /** Settings that are not varied, as the user gave them; the rest are the policy's defaults. */
  readonly settings: Settings;
  readonly axes: readonly SweepAxis[];
  /** Points in place of the grid; null: the grid. */
  readonly sample: SweepSample | null;
}

/** A Latin hypercube over the ranges of a column's axes. */
export interface SweepSample {
  readonly count: number;
  readonly seed: number;
  /**
   * A value of each axis: the lines along each axis through this point are computed besides, so that
   * one setting can be changed alone. Left out: the hypercube only.
   */
  readonly through?: readonly number[] | undefined;
}

/** All that a sweep computes, besides its sessions. */
export interface SweepPlan {
  readonly columns: readonly SweepColumn[];
  /** Limit that every session is replayed with; null: its own. */
  readonly limit: number | null;
  /** What a kept sweep computes besides, after its totals; left out: nothing. */
  readonly figures?: PlanFigures | undefined;
}

/** Figures of a kept sweep, and what they depend on besides its sessions: none of it changes later. */
export interface PlanFigures {
  readonly ids: readonly FigureId[];
  /** Prices that overrule the list. */
  readonly prices: GivenPrices;
  /** ISO day whose prices a session has that names none; the day on which it was kept, if left out. */
  readonly day?: string | undefined;
  /** The price list, its version included; the server's, if left out. */
  readonly list?: string | undefined;
}

/** One policy with all settings given: every session of the corpus is replayed under it. */
export interface SweepCell {
  /** Index into the plan's columns. */
  readonly column: number;
  /** Values of the column's axes, in their order. */
  readonly values: readonly number[];
}
