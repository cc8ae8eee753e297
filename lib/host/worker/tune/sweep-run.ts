import type { CorpusSession } from '@/lib/tuning/corpus-session';
import { coverageOf, tellingOf } from '@/lib/tuning/evidence/coverage';
import type { SessionEvidence } from '@/lib/tuning/evidence/session-evidence';
import { recommend } from '@/lib/tuning/recommend/recommendation';
import type { TuneField } from '@/lib/tuning/recommend/tune-field';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { CellSettings } from '@/lib/tuning/sweep/cell-settings';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { firstPhase, nextPhase, type SweepPhase } from '@/lib/tuning/sweep/phases';
import type { SweepCell } from '@/lib/tuning/sweep/plan';
import { runCells } from '@/lib/tuning/sweep/run-cells';
import {
  emptyResults,
  putTotals,
  totalsAt,
  widened,
  type SweepResults,
} from '@/lib/tuning/sweep/sweep-results';
import { wordsOf } from './tune-words';
import { Slices, type SliceHost } from './slices';
import type { SweepSums, SweepTask, TuneReply } from './tune-messages';

/** Milliseconds between two reports. */
const REPORT_MS = 100;
/** Steps × cells of one part of a phase: its cells are complete together, and then shown. */
const PART_STEPS = 8_000_000;

const isComputed = ({ passes, cells }: SweepResults, row: number, cell: number): boolean =>
  (passes[row * cells + cell] ?? -1) >= 0;

/** Environment of a sweep. */
interface SweepHost extends SliceHost {
  readonly post: (reply: TuneReply) => void;
  /** What a session shows under today's settings. */
  readonly evidence: (session: CorpusSession) => SessionEvidence;
}

/** One sweep over sessions: coarse cells first, then where neighbours differ, then the rest. */
export class SweepRun {
  #results: SweepResults;
  #cells: readonly SweepCell[];
  #done = 0;
  readonly #slices: Slices;
  readonly #recorded: readonly number[];
  readonly #generated: readonly number[];
  readonly #steps: readonly number[];
  #evidence: readonly SessionEvidence[] = [];

  constructor(
    readonly sessions: readonly CorpusSession[],
    readonly task: SweepTask,
    private readonly host: SweepHost,
  ) {
    this.#cells = sweepCells(task.plan);
    this.#results = emptyResults(sessions.length, this.#cells.length);
    this.#slices = new Slices(host);
    const rows = [...sessions.keys()];
    this.#recorded = rows.filter((row) => sessions[row]?.facts.generated === false);
    this.#generated = rows.filter((row) => sessions[row]?.facts.generated === true);
    this.#steps = sessions.map(({ session }) => session.profile.stepCount);
  }

  /**
   * Runs until the end or until it is cancelled; what is computed stays readable, and the next run goes on
   * from there.
   */
  async go(run: number, signal: AbortSignal): Promise<void> {
    // A cancellation that arrived with the request takes effect before any work.
    await this.#slices.begin();
    await this.#cover(run, signal);
    let phase: SweepPhase | null = firstPhase(this.task.plan, this.#cells);
    while (phase !== null && !signal.aborted) {
      this.#cells = phase.cells;
      this.#results = widened(this.#results, phase.cells.length);
      for (const part of this.#parts(phase)) {
        if (!signal.aborted) await this.#part(run, part, signal);
      }
      if (!signal.aborted) phase = nextPhase(this.task.plan, phase, this.#results);
    }
    this.#end(run, signal.aborted);
  }

  /** Computed cells, by index. */
  read(cells: readonly number[]): SweepResults {
    const read = emptyResults(this.sessions.length, cells.length);
    for (const row of this.sessions.keys()) {
      for (const [at, cell] of cells.entries()) {
        const totals = totalsAt(this.#results, row, cell);
        if (totals !== null) putTotals(read, row, at, totals);
      }
    }
    return read;
  }

  async #cover(run: number, signal: AbortSignal): Promise<void> {
    const evidence: SessionEvidence[] = [];
    for (const session of this.sessions) {
      evidence.push(this.host.evidence(session));
      await this.#slices.rest();
      if (signal.aborted) return;
    }
    this.#evidence = evidence;
    const covered = this.sessions.flatMap(({ facts }, row) => {
      const own = evidence[row];
      return own === undefined ? [] : [{ facts, evidence: own }];
    });
    this.host.post({ kind: 'covered', run, coverage: coverageOf(covered) });
  }

  #parts(phase: SweepPhase): readonly SweepPhase[] {
    const steps = this.#steps.reduce((sum, count) => sum + count, 0);
    const size = Math.max(16, Math.ceil(PART_STEPS / Math.max(1, steps)));
    const parts = Math.ceil(phase.order.length / size);
    return Array.from({ length: parts }, (_, part) => ({
      ...phase,
      order: phase.order.slice(part * size, (part + 1) * size),
    }));
  }

  async #part(run: number, { name, cells, order }: SweepPhase, signal: AbortSignal): Promise<void> {
    const { plan } = this.task;
    const cellRun = { plan, cells, settings: new CellSettings(plan, cells), order };
    let reported = this.host.now();
    for (const [row, { session }] of this.sessions.entries()) {
      for (let next = 0; next < order.length;) {
        const from = next;
        const into = { results: this.#results, row };
        next = runCells(session, cellRun, into, from, this.#slices.isOver);
        this.#done += next - from;
        if (!(await this.#slices.rest())) continue;
        if (signal.aborted) return;
        if (this.host.now() - reported < REPORT_MS) continue;
        reported = this.host.now();
        this.#report(run, name, null);
      }
    }
    this.#report(run, name, this.#sums());
  }

  #report(run: number, phase: SweepPhase['name'], sums: SweepSums | null): void {
    const [done, total, ms] = [this.#done, this.#total(), this.#slices.ms];
    this.host.post({ kind: 'progress', run, done, total, ms, phase, sums });
  }

  #end(run: number, cancelled: boolean): void {
    const field = cancelled || this.sessions.length === 0 ? null : this.#field();
    const telling = field && tellingOf(field);
    const recommendation = field && recommend(field);
    this.host.post({
      kind: 'swept',
      run,
      done: this.#done,
      total: this.#total(),
      ms: this.#slices.ms,
      cancelled,
      sums: this.#sums(),
      recommendation,
      telling,
      words: field && telling && recommendation ? wordsOf(field, telling, recommendation) : null,
    });
  }

  #field(): TuneField | null {
    const { plan, aim } = this.task;
    const [column] = plan.columns;
    if (column === undefined) return null;
    const settable = new Set(aim.settable);
    return {
      sessions: this.sessions.map(({ facts }, row) => ({
        facts,
        steps: this.#steps[row] ?? 0,
        near: this.#evidence[row]?.near === true,
      })),
      cells: this.#cells,
      results: this.#results,
      column,
      first: 0,
      baseline: aim.baseline,
      constraints: { overflowing: 0, looping: 0, limit: aim.limit },
      settable: (setting) => settable.has(setting),
    };
  }

  #total(): number {
    return this.sessions.length * this.#results.cells;
  }

  #sums(): SweepSums {
    return {
      recorded: cellSums(this.#results, this.#recorded, this.#steps),
      generated: cellSums(this.#results, this.#generated, this.#steps),
    };
  }
}
