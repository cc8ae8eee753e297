import {
  runningToday,
  type FitSession,
  type RunningToday,
} from '@/lib/analysis/fit/opened/running-today';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Block } from '@/lib/answers/model/block';
import type { Settings } from '@/lib/engine/policy/fields';
import { policyOrDefault } from '@/lib/policies/registry';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import { sessionEdge, type SessionEdge } from '@/lib/tuning/recommend/deciding-edge';
import { CellSettings, planPolicies } from '@/lib/tuning/sweep/cell-settings';
import { runCells } from '@/lib/tuning/sweep/run-cells';
import { emptyResults, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import type { RatioQuestion, RatioReport } from '@/lib/tuning/evidence/ratio-report';
import { countedOnce } from '@/lib/tuning/shared-steps';
import type { WorkerClock } from '../worker-scope';
import type { SettingsPromise } from '@/lib/answers/report/promises/schema';
import { comparedAnswer, promiseOf, type PromiseRow } from './compared-answer';
import { decidingStep } from './deciding-step';
import { CorpusEvidence } from './corpus-evidence';
import { Slices } from './slices';
import { expectationsYaml, type RecordTask } from './expectations-yaml';
import {
  tuneFigures,
  type ComputedFigures,
  type FigureProgress,
  type FigureTask,
} from './tune-figures';
import { TuneCorpus, type SessionBytes, type SessionLoad } from './tune-corpus';
import {
  TuneSweep,
  type AssuredAnswer,
  type SweepEnd,
  type SweepListener,
  type SweepTask,
} from './tune-sweep';

/** Recorded sessions of one row, and the policy that they are asked under. */
export interface TodayTask {
  readonly ids: readonly string[];
  readonly policy: string;
  readonly asked: Settings;
}

/**
 * Tunes for one page. A sweep runs in slices; everything else is answered at once, between two slices,
 * so that a drag does not wait for a sweep. Without a sweep that a question is about, it throws.
 */
export class Tuner {
  readonly #corpus = new TuneCorpus();
  readonly #evidence = new CorpusEvidence();
  #latest: TuneSweep | null = null;

  constructor(private readonly clock: WorkerClock) {}

  /** Decodes and prepares sessions, which stay until the worker ends; answers for each whether it could be read. */
  load(sessions: readonly SessionBytes[]): readonly SessionLoad[] {
    return sessions.map((one) => this.#corpus.add(one));
  }

  /** What runs today in some recorded sessions, for a policy; `asked` settings overrule what they show. */
  async today({ ids, policy, asked }: TodayTask, signal: AbortSignal): Promise<RunningToday> {
    const slices = new Slices(this.clock);
    await slices.begin();
    const ran: FitSession[] = [];
    for (const id of ids) {
      if (signal.aborted) break;
      ran.push(this.#corpus.ran(id));
      await slices.rest();
    }
    return runningToday(ran, policyOrDefault(policy), asked);
  }

  /** Sweeps until the end or until it is cancelled. */
  sweep(task: SweepTask, listener: SweepListener, signal: AbortSignal): Promise<SweepEnd> {
    this.#latest = this.#sweepOf(task);
    return this.#latest.go(listener, signal);
  }

  /** The first step at which each session fares otherwise under two cells of the latest sweep's plan; −1 without one. */
  deciding(ids: readonly string[], cells: readonly [SweepCell, SweepCell]): readonly number[] {
    const { plan } = this.#sweep().task;
    const settings = new CellSettings(plan, cells);
    return this.#corpus
      .all(ids)
      .map(({ session }) => decidingStep(session, { plan, cells, settings }));
  }

  /** What the recorded ratios of the latest sweep's sessions say. */
  ratios(question: RatioQuestion): RatioReport {
    return this.#sweep().ratios(question);
  }

  /** The latest sweep's recommendation with edges over every value, and other assumptions in words. */
  assure(signal: AbortSignal): Promise<AssuredAnswer> {
    return this.#sweep().assure(signal);
  }

  /** What the latest sweep's answer compares, priced; none without an answer. */
  compared(prices: GivenPrices, signal: AbortSignal): Promise<readonly Block[]> {
    return comparedAnswer(this.#sweep(), prices, this.clock, signal);
  }

  /** What the latest sweep's answer promises of its settings; null where it proposes none. */
  promise(row: PromiseRow, prices: GivenPrices): Promise<SettingsPromise | null> {
    return promiseOf(this.#sweep(), row, prices, this.clock);
  }

  /** The text of highwater.yaml for some settings and the latest sweep's recorded sessions. */
  record(task: RecordTask): string {
    return expectationsYaml(this.#sweep(), task);
  }

  /** Figures of the latest sweep's sessions under cells of its plan. */
  figures(
    task: FigureTask,
    onProgress: FigureProgress,
    signal: AbortSignal,
  ): Promise<ComputedFigures> {
    const { sessions, task: swept } = this.#sweep();
    return tuneFigures({ sessions, plan: swept.plan }, task, this.clock, { onProgress, signal });
  }

  /** Computed cells of the latest sweep, by their index. */
  read(cells: readonly number[]): SweepResults {
    return this.#sweep().read(cells);
  }

  /** The latest sweep where it was asked for the same, so that it goes on; else a new one. */
  #sweepOf(task: SweepTask): TuneSweep {
    const latest = this.#latest;
    if (latest !== null && JSON.stringify(latest.task) === JSON.stringify(task)) return latest;
    const { plan, aim } = task;
    const [column] = plan.columns;
    const now = column?.axes.map(({ setting }, axis) => [setting, aim.values[axis]] as const);
    const settings = { ...column?.settings, ...Object.fromEntries(now ?? []) };
    const under = { policy: column?.policy ?? '', settings, limit: plan.limit };
    return new TuneSweep(countedOnce(this.#corpus.all(task.ids)), task, {
      pause: this.clock.pause,
      now: this.clock.now,
      evidence: (session) => this.#evidence.of(session, under),
    });
  }

  #sweep(): TuneSweep {
    if (this.#latest === null) throw new Error('There is no sweep yet.');
    return this.#latest;
  }

  /** The edges that decide some sessions of the latest sweep, in the order of the ids, over every value of its settings. */
  async edges(ids: readonly string[], signal: AbortSignal): Promise<readonly SessionEdge[]> {
    const { plan, aim } = this.#sweep().task;
    const [column] = plan.columns;
    const [policy] = planPolicies(plan);
    if (column === undefined || policy === undefined) return [];
    const settings = new CellSettings(plan, [{ column: 0, values: aim.values }]);
    const edges: SessionEdge[] = [];
    for (const { session } of this.#corpus.all(ids)) {
      await this.clock.pause();
      if (signal.aborted) break;
      const { head } = session.profile;
      const limit = plan.limit ?? head.limit?.tokens ?? null;
      const question = { session, policy, settings: settings.of(head)(0), limit };
      edges.push(sessionEdge(question, column.axes));
    }
    return edges;
  }

  /** The sessions of the latest sweep under other cells of its plan, in the order of its rows. */
  cells(cells: readonly SweepCell[]): SweepResults {
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
