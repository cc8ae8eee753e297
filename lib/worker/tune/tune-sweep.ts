import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { cellsToCost, withCosts, type CostPlan } from '@/lib/tuning/recommend/cells-to-cost';
import type { AlongSetting } from '@/lib/tuning/breakpoints/merged-plateaus';
import { tellingOf, type Coverage, type Telling } from '@/lib/tuning/evidence/coverage';
import { CoverageTally } from '@/lib/tuning/evidence/coverage-tally';
import type { SessionEvidence } from '@/lib/tuning/evidence/session-evidence';
import {
  ratioReport,
  type RatioQuestion,
  type RatioReport,
} from '@/lib/tuning/evidence/ratio-report';
import { fieldOfSweep } from '@/lib/tuning/recommend/field-of-sweep';
import { corpusEdges, fieldSessions } from '@/lib/tuning/recommend/corpus-edges';
import {
  recommend,
  withSearched,
  type Recommendation,
} from '@/lib/tuning/recommend/recommendation';
import { sensitivity } from '@/lib/tuning/recommend/sensitivity';
import { decidingRows, type TuneField } from '@/lib/tuning/recommend/tune-field';
import { cellSums, type CellSums } from '@/lib/tuning/region/cell-sums';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import { SweepRun, type SweepProgress as RunProgress } from '@/lib/tuning/sweep/sweep-run';
import {
  emptyResults,
  putTotals,
  totalsAt,
  type SweepResults,
} from '@/lib/tuning/sweep/sweep-results';
import { copiedSteps, ownSteps } from '@/lib/tuning/shared-steps';
import type { WorkerClock } from '../worker-scope';
import { Slices } from './slices';
import { tuneFigures, type WorkProgress } from './tune-figures';
import { wordsOf, type TuneWords } from './tune-words';

/** Milliseconds between two reports. */
const REPORT_MS = 100;

/** Today's settings, and what may be proposed instead of them. */
export interface TuneAim {
  readonly today: Readonly<Record<string, unknown>>;
  /** Today's values of the axes of the plan's first column. */
  readonly values: readonly number[];
  /** Settings that a user can set; the others are constants of the program. */
  readonly settable: readonly string[];
  /** The largest window that may be proposed; null where no limit is known. */
  readonly most: number | null;
}

/** Replays sessions under every cell of a plan. */
export interface SweepTask {
  readonly ids: readonly string[];
  readonly plan: SweepPlan;
  readonly aim: TuneAim;
  /** Where cost decides: the prices that overrule the list. Left out: the fewest compactions do. */
  readonly preferred?: GivenPrices;
}

/** Sums of cells so far, of recorded and of generated sessions. */
export interface RunSums {
  readonly recorded: CellSums;
  readonly generated: CellSums;
}

/** Sums of the grid or the sample with its cells, which a refinement adds to, and of the policies beside it. */
export interface SweepSums {
  readonly grid: RunSums & { readonly cells: readonly SweepCell[] };
  readonly beside: RunSums;
}

/** Where a sweep stands. */
export interface SweepProgress extends WorkProgress {
  readonly phase: RunProgress['phase'];
  /** Only when a part of the cells is complete. */
  readonly sums: SweepSums | null;
}

/** An end: of the grid alone, while the policies beside it go on, or of everything. */
export interface SweepEnd extends WorkProgress {
  readonly cancelled: boolean;
  readonly sums: SweepSums;
  /** Null while cells are missing, and for a corpus without a recorded session. */
  readonly recommendation: Recommendation | null;
  readonly telling: Telling | null;
  /** What both say, in sentences; null without a recommendation. */
  readonly words: TuneWords | null;
}

/** A recommendation with edges over every value; null where there is none. */
export interface AssuredAnswer {
  readonly along: readonly AlongSetting[];
  readonly recommendation: Recommendation | null;
  readonly words: TuneWords | null;
}

/** An answer with what it was computed from. */
interface SweepAnswer {
  readonly field: TuneField;
  readonly recommendation: Recommendation;
}

/** What a sweep says while it runs. */
export interface SweepListener {
  readonly onProgress: (progress: SweepProgress) => void | Promise<void>;
  readonly onCovered: (coverage: Coverage) => void | Promise<void>;
  /** The grid has ended; the policies beside it go on. */
  readonly onAnswered: (end: SweepEnd) => void | Promise<void>;
}

/** Environment of a sweep. */
interface SweepHost extends WorkerClock {
  /** What a session shows under today's settings. */
  readonly evidence: (session: CorpusSession) => SessionEvidence;
}

/** One sweep over sessions for a page, in slices; each run goes on where the one before was cancelled. */
export class TuneSweep {
  /** The grid, from which the answer comes, and the policies beside it, which may be slow. */
  readonly #grid: SweepRun;
  readonly #beside: SweepRun;
  readonly #slices: Slices;
  readonly #recorded: readonly number[];
  readonly #generated: readonly number[];
  readonly #steps: readonly number[];
  #evidence: readonly SessionEvidence[] = [];
  #tally = new CoverageTally();
  #answered: SweepAnswer | null = null;
  #isPriced = false;
  #costs: { readonly plan: CostPlan; readonly figures: FigureResults } | null = null;

  constructor(
    readonly sessions: readonly CorpusSession[],
    readonly task: SweepTask,
    private readonly host: SweepHost,
  ) {
    const replayed = sessions.map(({ session }) => session);
    const [first, ...others] = task.plan.columns;
    const part = (columns: SweepPlan['columns']): SweepRun =>
      new SweepRun({ ...task.plan, columns }, replayed);
    this.#grid = part(first === undefined ? [] : [first]);
    this.#beside = part(others);
    this.#slices = new Slices(host);
    const rows = [...sessions.keys()];
    this.#recorded = rows.filter((row) => sessions[row]?.facts.generated === false);
    this.#generated = rows.filter((row) => sessions[row]?.facts.generated === true);
    this.#steps = ownSteps(sessions);
  }

  /** The latest answer; null before one. */
  get answered(): SweepAnswer | null {
    return this.#answered;
  }

  /** Runs until the end or until it is cancelled; what is computed stays readable. */
  async go(listener: SweepListener, signal: AbortSignal): Promise<SweepEnd> {
    // A cancellation that arrived with the request takes effect before any work.
    await this.#slices.begin();
    await this.#cover(listener, signal);
    await this.#advance(this.#grid, listener, signal);
    const { preferred } = this.task;
    if (preferred !== undefined && !this.#isPriced && this.#grid.ended && !signal.aborted) {
      this.#isPriced = await this.#price(preferred, signal);
    }
    if (!this.#beside.ended && !signal.aborted) {
      await listener.onAnswered(this.#end(false));
      await this.#advance(this.#beside, listener, signal);
    }
    return this.#end(!this.#grid.ended || !this.#beside.ended || this.#lacksPrices);
  }

  async #advance(part: SweepRun, listener: SweepListener, signal: AbortSignal): Promise<void> {
    let reported = this.host.now();
    let { phase } = part.progress();
    let told: unknown;
    while (!part.ended && !signal.aborted) {
      part.advance(this.#slices.isOver);
      const next = part.progress();
      const isNew = next.phase !== phase;
      if (isNew || this.host.now() - reported >= REPORT_MS) {
        reported = this.host.now();
        const sums = isNew ? this.#sums() : null;
        told = listener.onProgress({ ...this.#progress(), phase: next.phase, sums });
      }
      phase = next.phase;
      await this.#slices.rest();
    }
    // The end goes another way than the progress and must not overtake it.
    if (!signal.aborted) await told;
  }

  /** Computed cells, by index. */
  read(cells: readonly number[]): SweepResults {
    const [grid, beside] = [this.#grid.results, this.#beside.results];
    const read = emptyResults(this.sessions.length, cells.length);
    for (const row of this.sessions.keys()) {
      for (const [at, cell] of cells.entries()) {
        const isGrid = cell < grid.cells;
        const totals = isGrid
          ? totalsAt(grid, row, cell)
          : totalsAt(beside, row, cell - grid.cells);
        if (totals !== null) putTotals(read, row, at, totals);
      }
    }
    return read;
  }

  /** What the recorded ratios say; generated sessions apart. */
  ratios(question: RatioQuestion): RatioReport {
    return ratioReport(this.#tally.ratios, question);
  }

  async #cover(listener: SweepListener, signal: AbortSignal): Promise<void> {
    const evidence: SessionEvidence[] = [];
    const tally = new CoverageTally();
    for (const session of this.sessions) {
      const own = this.host.evidence(session);
      evidence.push(own);
      tally.add({ facts: session.facts, evidence: own });
      await this.#slices.rest();
      if (signal.aborted) return;
    }
    this.#evidence = evidence;
    this.#tally = tally;
    await listener.onCovered(tally.coverage());
  }

  #covered() {
    return this.sessions.flatMap(({ facts }, row) => {
      const evidence = this.#evidence[row];
      return evidence === undefined ? [] : [{ facts, evidence }];
    });
  }

  #progress(): WorkProgress {
    const [grid, beside] = [this.#grid.progress(), this.#beside.progress()];
    return {
      done: grid.done + beside.done,
      total: grid.total + beside.total,
      ms: this.#slices.ms,
    };
  }

  #end(cancelled: boolean): SweepEnd {
    return { ...this.#progress(), cancelled, sums: this.#sums(), ...this.#answer() };
  }

  /** Cost decides, and is not computed yet. */
  get #lacksPrices(): boolean {
    return this.task.preferred !== undefined && !this.#isPriced;
  }

  /** Prices the cells that cost decides between; the answer waits for it. False where it was cancelled. */
  async #price(prices: GivenPrices, signal: AbortSignal): Promise<boolean> {
    const field = this.#field();
    if (field === null) return true;
    const costs = cellsToCost(field);
    const task = { figures: ['cost'], cells: costs.cells, prices } as const;
    const quiet = { onProgress: () => undefined, signal };
    const { plan } = this.task;
    const { results } = await tuneFigures(
      { sessions: this.sessions, plan },
      task,
      this.host,
      quiet,
    );
    if (results === null) return false;
    this.#costs = { plan: costs, figures: results };
    return true;
  }

  #field(): TuneField | null {
    const sessions = this.#covered();
    if (!this.#grid.ended || sessions.length === 0) return null;
    const { plan, aim } = this.task;
    const settable = new Set(aim.settable);
    const field = fieldOfSweep({
      sessions,
      plan,
      cells: this.#grid.cells,
      results: this.#grid.results,
      today: aim.values,
      most: aim.most,
      allowed: { overflowing: 0, looping: 0 },
      settable: (setting) => settable.has(setting),
    });
    return this.#costs === null ? field : withCosts(field, this.#costs.plan, this.#costs.figures);
  }

  /** The answer is the grid's: it does not wait for the policies beside it. */
  #answer(): Pick<SweepEnd, 'recommendation' | 'telling' | 'words'> {
    const none = { recommendation: null, telling: null, words: null };
    const field = this.#lacksPrices ? null : this.#field();
    if (field === null) return none;
    const sessions = this.#covered();
    const { aim } = this.task;
    const recommendation = recommend(field);
    this.#answered = recommendation === null ? null : { field, recommendation };
    if (recommendation === null) return none;
    const telling = tellingOf(field);
    const about = { sessions, today: aim.today, copied: copiedSteps(this.sessions) };
    return { recommendation, telling, words: wordsOf(field, telling, recommendation, about) };
  }

  /** The recommendation with edges over every value, and what it comes to under other assumptions. */
  async assure(signal: AbortSignal): Promise<AssuredAnswer> {
    if (this.#answered === null) return { along: [], recommendation: null, words: null };
    const { field, recommendation: found } = this.#answered;
    await this.#slices.begin();
    const sessions = this.sessions.map(({ session }) => session);
    const given = fieldSessions(field, found.choice.place, this.task.plan, sessions);
    const searched = await this.#slices.finish(corpusEdges(field, found, given), signal);
    const along = searched?.along ?? [];
    const recommendation = searched === null ? found : withSearched(found, searched);
    this.#answered = { field, recommendation };
    const rows = decidingRows(field).map((row) => ({
      session: given.session(row),
      settings: given.settings(row),
    }));
    const replays = sensitivity(rows, given.policy, this.task.plan.limit);
    const assumptions = (await this.#slices.finish(replays, signal)) ?? undefined;
    const copied = copiedSteps(this.sessions);
    const about = { sessions: this.#covered(), today: this.task.aim.today, copied };
    const words = wordsOf(field, tellingOf(field), recommendation, about, assumptions);
    return { along, recommendation, words };
  }

  #sums(): SweepSums {
    const of = ({ results }: SweepRun): RunSums => ({
      recorded: cellSums(results, this.#recorded, this.#steps),
      generated: cellSums(results, this.#generated, this.#steps),
    });
    return { grid: { ...of(this.#grid), cells: this.#grid.cells }, beside: of(this.#beside) };
  }
}
