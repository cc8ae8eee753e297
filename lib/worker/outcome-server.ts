import { findPolicy } from '@/lib/policies/registry';
import {
  prepareScenario,
  scenarioOutcome,
  type PreparedScenario,
} from '@/lib/report/scenario-outcome';
import { findScenario } from '@/lib/scenarios/library';
import {
  outcomeRequestSchema,
  type OutcomeCell,
  type OutcomeColumn,
  type OutcomeReply,
  type OutcomeRequest,
} from './outcome-messages';

/** What the server needs of its surroundings. */
export interface OutcomeHost {
  readonly post: (reply: OutcomeReply) => void;
  /** Lets messages in, among them a cancellation. */
  readonly pause: () => Promise<void>;
  /** Milliseconds of some clock. */
  readonly now: () => number;
}

/** How long it works without looking for messages, in milliseconds. */
const SLICE_MS = 12;

type Run = Extract<OutcomeRequest, { kind: 'run' }>;

/** Computes outcomes for one page: run after run, in slices, each cell posted as it is done. */
export class OutcomeServer {
  readonly #host: OutcomeHost;
  readonly #prepared = new Map<string, PreparedScenario>();
  /** Runs that wait or are under way, and those of them that were cancelled. */
  readonly #running = new Set<number>();
  readonly #cancelled = new Set<number>();
  /** The end of the newest run: the next one waits for it. */
  #last: Promise<void> = Promise.resolve();

  constructor(host: OutcomeHost) {
    this.#host = host;
  }

  /** Takes a message; what is none of ours is refused. */
  receive(message: unknown): void {
    const parsed = outcomeRequestSchema.safeParse(message);
    if (!parsed.success) {
      const why = parsed.error.issues[0]?.message ?? 'unreadable';
      this.#host.post({ kind: 'refused', run: null, message: `A message was refused: ${why}.` });
      return;
    }
    const request = parsed.data;
    if (request.kind === 'run') {
      this.#running.add(request.run);
      this.#last = this.#last.then(() => this.#run(request));
    } else if (this.#running.has(request.run)) this.#cancelled.add(request.run);
  }

  async #run({ run, scenarios, columns, sparks }: Run): Promise<void> {
    const { post, pause, now } = this.#host;
    const total = scenarios.length * columns.length;
    let done = 0;
    // A cancellation that came with the request is seen before any work.
    await pause();
    while (done < total && !this.#cancelled.has(run)) {
      const cells: OutcomeCell[] = [];
      const end = now() + SLICE_MS;
      do {
        const scenario = scenarios[Math.floor(done / columns.length)] as string;
        const column = columns[done % columns.length] as OutcomeColumn;
        cells.push(this.#cell(scenario, column, sparks));
        done++;
      } while (done < total && now() < end);
      post({ kind: 'cells', run, cells, done });
      await pause();
    }
    post({ kind: 'end', run, done, cancelled: done < total });
    this.#cancelled.delete(run);
    this.#running.delete(run);
  }

  #cell(
    scenario: string,
    { key, policy: id, settings }: OutcomeColumn,
    sparks: boolean,
  ): OutcomeCell {
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
      const { spark, ...counts } = scenarioOutcome(prepared, policy, settings);
      const outcome = { ...counts, spark: sparks ? spark : null };
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
