import type { Rates } from '@/lib/analysis/cost/rates';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import type { Policy } from '@/lib/engine/policy/policy';
import { findPolicy } from '@/lib/policies/registry';
import type { Replay } from '@/lib/engine/replay/replay';
import {
  outcomeCounts,
  prepareScenario,
  replayScenario,
  scenarioSettings,
  sparkOf,
  type PreparedScenario,
} from '@/lib/answers/report/outcome/scenario-outcome';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import {
  type OutcomeCell,
  type OutcomeColumn,
  type OutcomeReply,
  type OutcomeJob,
} from './outcome-messages';
import { runQueue, type RunMessage } from './run-queue';

/** Environment of the server. */
interface OutcomeHost {
  readonly post: (reply: OutcomeReply) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds of work between two checks for messages. */
const SLICE_MS = 12;

type OutcomeTask = OutcomeJob & { readonly run: number };

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

/** Computes outcomes for one page: run after run, in slices; posts each finished cell. */
export class OutcomeServer {
  /** Handles a message of the page. */
  readonly receive: (message: RunMessage<OutcomeJob>) => void;
  readonly #host: OutcomeHost;
  readonly #prepared = new Map<string, PreparedScenario>();
  /** The newest cell's replay: the next one of its scenario takes its columns. */
  #last: { readonly scenario: PreparedScenario; readonly run: Replay } | null = null;

  constructor(host: OutcomeHost) {
    this.#host = host;
    this.receive = runQueue<OutcomeJob>({
      pause: host.pause,
      work: (request, signal) => this.#run(request, signal),
    });
  }

  async #run(request: OutcomeTask, signal: AbortSignal): Promise<void> {
    const { run, scenarios, columns, sparks } = request;
    const { post, pause, now } = this.#host;
    const rates = await this.#rates(request);
    const settingsOf = columnSettings();
    const total = scenarios.length * columns.length;
    let done = 0;
    while (done < total && !signal.aborted) {
      const cells: OutcomeCell[] = [];
      const end = now() + SLICE_MS;
      do {
        const scenario = scenarios[Math.floor(done / columns.length)] as string;
        const column = columns[done % columns.length] as OutcomeColumn;
        cells.push(this.#cell(scenario, column, { sparks, rates, settingsOf }));
        done++;
      } while (done < total && now() < end);
      post({ kind: 'cells', run, cells, done });
      await pause();
    }
    post({ kind: 'end', run, done, cancelled: done < total });
  }

  /** The prices asked for; the list is fetched when the first are. */
  async #rates({ run, prices }: OutcomeTask): Promise<Rates | null> {
    if (prices === null) return null;
    const { modelPrices } = await import('@/lib/answers/prices/session-prices');
    const { model, given } = prices;
    const today = new Date();
    const { entry, rates } = modelPrices(model, today, given);
    const day = today.toISOString().slice(0, 10);
    this.#host.post({
      kind: 'priced',
      run,
      prices: { model, entry, list: PRICE_LIST, day, given },
    });
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
