import type { CorpusSession } from '@/lib/tuning/corpus-session';
import { coverageOf, tellingOf } from '@/lib/tuning/evidence/coverage';
import type { SessionEvidence } from '@/lib/tuning/evidence/session-evidence';
import {
  ratioReport,
  type RatioQuestion,
  type RatioReport,
} from '@/lib/tuning/evidence/ratio-report';
import { fieldOfSweep } from '@/lib/tuning/recommend/field-of-sweep';
import { corpusEdges, edgeSessions } from '@/lib/tuning/recommend/corpus-edges';
import { recommend, type Recommendation } from '@/lib/tuning/recommend/recommendation';
import { sensitivity } from '@/lib/tuning/recommend/sensitivity';
import { decidingRows, type TuneField } from '@/lib/tuning/recommend/tune-field';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import {
  emptyResults,
  putTotals,
  totalsAt,
  type SweepResults,
} from '@/lib/tuning/sweep/sweep-results';
import { Slices, type SliceHost } from './slices';
import type { SweepSums, SweepTask, TuneReply } from './tune-messages';
import { wordsOf } from './tune-words';

/** Milliseconds between two reports. */
const REPORT_MS = 100;

/** Environment of a sweep. */
interface SweepHost extends SliceHost {
  readonly post: (reply: TuneReply) => void;
  /** What a session shows under today's settings. */
  readonly evidence: (session: CorpusSession) => SessionEvidence;
}

/** One sweep over sessions for a page, in slices; each run goes on where the one before was cancelled. */
export class TuneSweep {
  readonly #run: SweepRun;
  readonly #slices: Slices;
  readonly #recorded: readonly number[];
  readonly #generated: readonly number[];
  readonly #steps: readonly number[];
  #evidence: readonly SessionEvidence[] = [];
  #answered: { readonly field: TuneField; readonly recommendation: Recommendation } | null = null;

  constructor(
    readonly sessions: readonly CorpusSession[],
    readonly task: SweepTask,
    private readonly host: SweepHost,
  ) {
    this.#run = new SweepRun(
      task.plan,
      sessions.map(({ session }) => session),
    );
    this.#slices = new Slices(host);
    const rows = [...sessions.keys()];
    this.#recorded = rows.filter((row) => sessions[row]?.facts.generated === false);
    this.#generated = rows.filter((row) => sessions[row]?.facts.generated === true);
    this.#steps = sessions.map(({ session }) => session.profile.stepCount);
  }

  /** Runs until the end or until it is cancelled; what is computed stays readable. */
  async go(run: number, signal: AbortSignal): Promise<void> {
    // A cancellation that arrived with the request takes effect before any work.
    await this.#slices.begin();
    await this.#cover(run, signal);
    let reported = this.host.now();
    let { phase } = this.#run.progress();
    while (!this.#run.ended && !signal.aborted) {
      this.#run.advance(this.#slices.isOver);
      const next = this.#run.progress();
      const isNew = next.phase !== phase;
      if (isNew || this.host.now() - reported >= REPORT_MS) {
        reported = this.host.now();
        this.#report(run, isNew ? this.#sums() : null);
      }
      phase = next.phase;
      await this.#slices.rest();
    }
    this.#end(run, !this.#run.ended);
  }

  /** Computed cells, by index. */
  read(cells: readonly number[]): SweepResults {
    const { results } = this.#run;
    const read = emptyResults(this.sessions.length, cells.length);
    for (const row of this.sessions.keys()) {
      for (const [at, cell] of cells.entries()) {
        const totals = totalsAt(results, row, cell);
        if (totals !== null) putTotals(read, row, at, totals);
      }
    }
    return read;
  }

  /** What the recorded ratios say; generated sessions apart. */
  ratios(question: RatioQuestion): RatioReport {
    const samples = this.#covered().flatMap(({ facts, evidence }) =>
      evidence.ratios.map((step) => ({
        ...step,
        cluster: facts.cluster,
        session: facts.id,
        generated: facts.generated,
      })),
    );
    return ratioReport(samples, question);
  }

  async #cover(run: number, signal: AbortSignal): Promise<void> {
    const evidence: SessionEvidence[] = [];
    for (const session of this.sessions) {
      evidence.push(this.host.evidence(session));
      await this.#slices.rest();
      if (signal.aborted) return;
    }
    this.#evidence = evidence;
    this.host.post({ kind: 'covered', run, coverage: coverageOf(this.#covered()) });
  }

  #covered() {
    return this.sessions.flatMap(({ facts }, row) => {
      const evidence = this.#evidence[row];
      return evidence === undefined ? [] : [{ facts, evidence }];
    });
  }

  #report(run: number, sums: SweepSums | null): void {
    const { phase, done, total } = this.#run.progress();
    this.host.post({ kind: 'progress', run, done, total, ms: this.#slices.ms, phase, sums });
  }

  #end(run: number, cancelled: boolean): void {
    const { done, total } = this.#run.progress();
    this.host.post({
      kind: 'swept',
      run,
      done,
      total,
      ms: this.#slices.ms,
      cancelled,
      sums: this.#sums(),
      ...this.#answer(cancelled),
    });
  }

  #answer(cancelled: boolean): Pick<Answered, 'recommendation' | 'telling' | 'words'> {
    const none = { recommendation: null, telling: null, words: null };
    const sessions = this.#covered();
    if (cancelled || sessions.length === 0) return none;
    const { plan, aim } = this.task;
    const settable = new Set(aim.settable);
    const field = fieldOfSweep({
      sessions,
      plan,
      cells: this.#run.cells,
      results: this.#run.results,
      today: aim.values,
      allowed: { overflowing: 0, looping: 0 },
      settable: (setting) => settable.has(setting),
    });
    const recommendation = recommend(field);
    this.#answered = recommendation === null ? null : { field, recommendation };
    if (recommendation === null) return none;
    const telling = tellingOf(field);
    return { recommendation, telling, words: wordsOf(field, telling, recommendation) };
  }

  /** The recommendation with edges over every value, and what it comes to under other assumptions. */
  async assure(run: number, signal: AbortSignal): Promise<void> {
    if (this.#answered === null) {
      this.host.post({ kind: 'assured', run, recommendation: null, words: null });
      return;
    }
    const { field, recommendation: found } = this.#answered;
    await this.#slices.begin();
    const sessions = this.sessions.map(({ session }) => session);
    const given = edgeSessions(field, found, this.task.plan, sessions);
    const search = corpusEdges(field, found, given);
    let next = search.next();
    while (next.done !== true && !signal.aborted) {
      await this.#slices.rest();
      next = search.next();
    }
    const recommendation = next.done === true ? { ...found, edges: next.value } : found;
    const rows = decidingRows(field).map((row) => ({
      session: given.session(row),
      settings: given.settings(row),
    }));
    const assumptions = sensitivity(rows, given.policy, this.task.plan.limit);
    const words = wordsOf(field, tellingOf(field), recommendation, assumptions);
    this.host.post({ kind: 'assured', run, recommendation, words });
  }

  #sums(): SweepSums {
    const { results } = this.#run;
    return {
      recorded: cellSums(results, this.#recorded, this.#steps),
      generated: cellSums(results, this.#generated, this.#steps),
    };
  }
}

type Answered = Extract<TuneReply, { readonly kind: 'swept' }>;
