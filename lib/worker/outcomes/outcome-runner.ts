import type { GivenPrices, Rates } from '@/lib/analysis/cost/rates';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import type { Replay } from '@/lib/engine/replay/replay';
import type { MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import {
  outcomeCounts,
  prepareScenario,
  replayScenario,
  scenarioSettings,
  sparkOf,
  type OutcomeSpark,
  type PreparedScenario,
  type ScenarioOutcome,
} from '@/lib/answers/report/outcome/scenario-outcome';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import { Turns } from '../turns';
import type { WorkerClock } from '../worker-scope';

/** A policy with settings; absent ones are the scenario's or the default. */
export interface OutcomeColumn {
  readonly key: string;
  readonly policy: string;
  readonly settings: Settings;
}

/** A model whose prices the cells have, and what overrules the list. */
export interface PriceRequest {
  readonly model: string;
  readonly given: GivenPrices;
}

/** Every scenario is computed under every column, scenario by scenario. */
export interface OutcomeJob {
  /** Ids of scenarios. */
  readonly scenarios: readonly string[];
  readonly columns: readonly OutcomeColumn[];
  /** True to include charts. */
  readonly sparks: boolean;
  /** null: cells have no cost. */
  readonly prices: PriceRequest | null;
}

/** An outcome of a cell: the chart may be absent. */
export type Outcome = Omit<ScenarioOutcome, 'spark'> & { readonly spark: OutcomeSpark | null };

/** One cell: an outcome, or the reason for none. */
export interface OutcomeCell {
  readonly scenario: string;
  readonly column: string;
  readonly outcome: Outcome | null;
  readonly error: string | null;
}

/** What a run says before its end. */
export interface OutcomeListener {
  /** What the cells are priced with, before the first of them. */
  readonly onPrices: (prices: MatrixPrices) => void | Promise<void>;
  /** Finished cells, and the number finished so far. */
  readonly onCells: (cells: readonly OutcomeCell[], done: number) => void | Promise<void>;
}

/** End of a run. */
export interface OutcomeRunEnd {
  readonly done: number;
  readonly cancelled: boolean;
}

/** Milliseconds of work between two checks for messages. */
const SLICE_MS = 12;

type SettingsOf = (scenario: PreparedScenario, policy: Policy, column: OutcomeColumn) => unknown;

interface CellOptions {
  readonly sparks: boolean;
  readonly rates: Rates | null;
  readonly settingsOf: SettingsOf;
}

/**
 * Complete settings of a scenario under a column, computed once for all scenarios of the same conditions: reading them
 * takes longer than to replay a short scenario.
 */
function columnSettings(): SettingsOf {
  const known = new Map<OutcomeColumn, Map<string, unknown>>();
  return (scenario, policy, column) => {
    const ofColumn = known.get(column) ?? new Map<string, unknown>();
    known.set(column, ofColumn);
    const conditions = JSON.stringify(scenario.settings);
    const settings =
      ofColumn.get(conditions) ?? scenarioSettings(policy, scenario, column.settings);
    ofColumn.set(conditions, settings);
    return settings;
  };
}

/** Computes outcomes for one page: run after run, in slices; tells each finished cell. */
export class OutcomeRunner {
  readonly #turns: Turns;
  readonly #prepared = new Map<string, PreparedScenario>();
  /** The newest cell's replay: the next one of its scenario takes its columns. */
  #last: { readonly scenario: PreparedScenario; readonly run: Replay } | null = null;

  constructor(private readonly clock: WorkerClock) {
    this.#turns = new Turns(clock.pause);
  }

  /** Computes a job's cells, until it is cancelled. */
  run(job: OutcomeJob, listener: OutcomeListener, signal: AbortSignal): Promise<OutcomeRunEnd> {
    return this.#turns.take(() => this.#run(job, listener, signal));
  }

  async #run(
    job: OutcomeJob,
    listener: OutcomeListener,
    signal: AbortSignal,
  ): Promise<OutcomeRunEnd> {
    const { scenarios, columns, sparks } = job;
    const { pause, now } = this.clock;
    const rates = await this.#rates(job, listener);
    const settingsOf = columnSettings();
    const total = scenarios.length * columns.length;
    let done = 0;
    let told: unknown;
    while (done < total && !signal.aborted) {
      const cells: OutcomeCell[] = [];
      const end = now() + SLICE_MS;
      do {
        const scenario = scenarios[Math.floor(done / columns.length)] as string;
        const column = columns[done % columns.length] as OutcomeColumn;
        cells.push(this.#cell(scenario, column, { sparks, rates, settingsOf }));
        done++;
      } while (done < total && now() < end);
      told = listener.onCells(cells, done);
      await pause();
    }
    // The end goes another way than the cells and must not overtake them.
    if (!signal.aborted) await told;
    return { done, cancelled: done < total };
  }

  /** The prices asked for; the list is fetched when the first are. */
  async #rates({ prices }: OutcomeJob, listener: OutcomeListener): Promise<Rates | null> {
    if (prices === null) return null;
    const { modelPrices } = await import('@/lib/answers/prices/session-prices');
    const { model, given } = prices;
    const today = new Date();
    const { entry, rates } = modelPrices(model, today, given);
    const day = today.toISOString().slice(0, 10);
    await listener.onPrices({ model, entry, list: PRICE_LIST, day, given });
    return rates;
  }

  #cell(
    scenario: string,
    column: OutcomeColumn,
    { sparks, rates, settingsOf }: CellOptions,
  ): OutcomeCell {
    const { key, policy: id } = column;
    const failed = (error: string): OutcomeCell => ({
      scenario,
      column: key,
      outcome: null,
      error,
    });
    const prepared = this.#prepare(scenario);
    if (!prepared) return failed(`There is no scenario ${scenario}.`);
    const policy = findPolicy(id);
    if (!policy) return failed(`There is no policy ${id}.`);
    try {
      const settings = settingsOf(prepared, policy, column);
      const into = this.#last?.scenario === prepared ? this.#last.run : undefined;
      const run = replayScenario(prepared, policy, settings, into);
      this.#last = { scenario: prepared, run };
      const counts = outcomeCounts(run, prepared, rates);
      const outcome = { ...counts, spark: sparks ? sparkOf(run) : null };
      return { scenario, column: key, outcome, error: null };
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  #prepare(id: string): PreparedScenario | undefined {
    const known = this.#prepared.get(id);
    if (known) return known;
    const scenario = findScenario(id);
    if (!scenario) return undefined;
    const prepared = prepareScenario(scenario.session, scenario.name);
    this.#prepared.set(id, prepared);
    return prepared;
  }
}
