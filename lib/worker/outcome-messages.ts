/** Messages between page and worker about outcomes of scenarios. */
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Settings } from '@/lib/engine/policy/fields';
import type { MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import type { OutcomeSpark, ScenarioOutcome } from '@/lib/answers/report/outcome/scenario-outcome';

/** A policy with settings; absent ones are the scenario's or the default. */
export interface OutcomeColumn {
  readonly key: string;
  readonly policy: string;
  readonly settings: Settings;
}

/** A model whose prices the cells have, and what overrules the list. */
export interface AskedPrices {
  readonly model: string;
  readonly given: GivenPrices;
}

/** From the page: every scenario is computed under every column, scenario by scenario. */
export interface OutcomeJob {
  /** Ids of scenarios. */
  readonly scenarios: readonly string[];
  readonly columns: readonly OutcomeColumn[];
  /** True to include charts. */
  readonly sparks: boolean;
  /** null: cells have no cost. */
  readonly prices: AskedPrices | null;
}

/** An outcome in a message: the chart may be absent. */
export type Outcome = Omit<ScenarioOutcome, 'spark'> & { readonly spark: OutcomeSpark | null };

/** One cell: an outcome, or the reason for none. */
export interface OutcomeCell {
  readonly scenario: string;
  readonly column: string;
  readonly outcome: Outcome | null;
  readonly error: string | null;
}

/** From the worker: what it prices with, where that was asked for; each finished cell with the number finished so far; then the run's end. */
export type OutcomeReply = { readonly run: number } & (
  | { readonly kind: 'cells'; readonly cells: readonly OutcomeCell[]; readonly done: number }
  | { readonly kind: 'priced'; readonly prices: MatrixPrices }
  | { readonly kind: 'end'; readonly done: number; readonly cancelled: boolean }
);
