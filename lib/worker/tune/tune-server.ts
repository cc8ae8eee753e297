import type { SweepCell } from '@/lib/tuning/sweep/plan';
import { sessionEdge, type SessionEdge } from '@/lib/tuning/recommend/deciding-edge';
import { CellSettings, planPolicies } from '@/lib/tuning/sweep/cell-settings';
import { runCells } from '@/lib/tuning/sweep/run-cells';
import { emptyResults, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { decidingStep } from './deciding-step';
import { CorpusEvidence } from './corpus-evidence';
import { expectationsYaml } from './expectations-yaml';
import { tuneFigures } from './tune-figures';
import { TuneCorpus } from './tune-corpus';
import type { SweepTask, TuneReply, TuneRequest, TuneTask } from './tune-messages';
import { TuneSweep } from './tune-sweep';

/** Environment of the server. */
interface TuneHost {
  readonly post: (reply: TuneReply) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Tunes for one page. A sweep runs in slices; everything else is answered at once, between two slices,
 * so that a drag does not wait for a sweep.
 */
export class TuneServer {
  readonly #host: TuneHost;
  readonly #corpus = new TuneCorpus();
  readonly #evidence = new CorpusEvidence();
  readonly #open = new Map<number, AbortController>();
  #latest: TuneSweep | null = null;

  constructor(host: TuneHost) {
    this.#host = host;
  }

  /** Handles a message of the page. */
  readonly receive = (request: TuneRequest): void => {
    if (request.kind === 'cancel') return this.#open.get(request.run)?.abort();
    const { run, task } = request;
    const stop = new AbortController();
    this.#open.set(run, stop);
    void this.#work(run, task, stop.signal)
      .catch((error: unknown) =>
        this.#host.post({
          kind: 'failed',
          run,
          message: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => this.#open.delete(run));
  };

  async #work(run: number, task: TuneTask, signal: AbortSignal): Promise<void> {
    const { post } = this.#host;
    switch (task.do) {
      case 'load':
        return post({
          kind: 'loaded',
          run,
          sessions: task.sessions.map((one) => this.#corpus.add(one)),
        });
      case 'sweep':
        this.#latest = this.#sweepOf(task);
        return this.#latest.go(run, signal);
      case 'cells':
        return post({ kind: 'totals', run, results: this.#replayed(task.cells) });
      case 'deciding':
        return post({ kind: 'steps', run, steps: this.#decidingSteps(task.ids, task.cells) });
      case 'edges':
        return post({ kind: 'edges', run, edges: await this.#edges(task.ids, signal) });
      case 'ratios': {
        const { do: _, ...question } = task;
        return post({ kind: 'ratios', run, report: this.#sweep().ratios(question) });
      }
      case 'assure':
        return this.#sweep().assure(run, signal);
      case 'record':
        return post({ kind: 'recorded', run, yaml: expectationsYaml(this.#sweep(), task) });
      case 'figures': {
        const { sessions, task: swept } = this.#sweep();
        return tuneFigures({ sessions, plan: swept.plan }, task, this.#host, { run, signal });
      }
      case 'read':
        return post({ kind: 'totals', run, results: this.#sweep().read(task.cells) });
    }
  }

  /** The latest sweep where it was asked for the same, so that it goes on; else a new one. */
  #sweepOf(task: SweepTask): TuneSweep {
    const latest = this.#latest;
    if (latest !== null && JSON.stringify(latest.task) === JSON.stringify(task)) return latest;
    const { plan, aim } = task;
    const policy = plan.columns[0]?.policy ?? '';
    const under = { policy, settings: aim.today, limit: plan.limit };
    return new TuneSweep(this.#corpus.all(task.ids), task, {
      ...this.#host,
      evidence: (session) => this.#evidence.of(session, under),
    });
  }

  #sweep(): TuneSweep {
    if (this.#latest === null) throw new Error('There is no sweep yet.');
    return this.#latest;
  }

  #decidingSteps(ids: readonly string[], cells: readonly SweepCell[]): readonly number[] {
    const { plan } = this.#sweep().task;
    const settings = new CellSettings(plan, cells);
    return this.#corpus
      .all(ids)
      .map(({ session }) => decidingStep(session, { plan, cells, settings }));
  }

  /** The edges of some sessions of the latest sweep under today's settings; pauses between two. */
  async #edges(ids: readonly string[], signal: AbortSignal): Promise<readonly SessionEdge[]> {
    const { plan, aim } = this.#sweep().task;
    const [column] = plan.columns;
    const [policy] = planPolicies(plan);
    if (column === undefined || policy === undefined) return [];
    const settings = new CellSettings(plan, [{ column: 0, values: aim.values }]);
    const edges: SessionEdge[] = [];
    for (const { session } of this.#corpus.all(ids)) {
      await this.#host.pause();
      if (signal.aborted) break;
      const { head } = session.profile;
      const limit = plan.limit ?? head.limit?.tokens ?? null;
      const question = { session, policy, settings: settings.of(head)(0), limit };
      edges.push(sessionEdge(question, column.axes));
    }
    return edges;
  }

  /** The sessions of the latest sweep under other cells of its plan, in the order of its rows. */
  #replayed(cells: readonly SweepCell[]): SweepResults {
    const { sessions, task } = this.#sweep();
    const { plan } = task;
    const results = emptyResults(sessions.length, cells.length);
    const settings = new CellSettings(plan, cells);
    const order = [...cells.keys()];
    for (const [row, { session }] of sessions.entries()) {
      runCells(session, { plan, cells, settings, order }, { results, row });
    }
    return results;
  }
}
