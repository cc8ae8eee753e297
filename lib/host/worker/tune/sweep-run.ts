import type { CorpusSession } from '@/lib/tuning/corpus-session';
import { cellSums } from '@/lib/tuning/region/cell-sums';
import { CellSettings } from '@/lib/tuning/sweep/cell-settings';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { firstPhase, nextPhase, type SweepPhase } from '@/lib/tuning/sweep/phases';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { runCells } from '@/lib/tuning/sweep/run-cells';
import {
  emptyResults,
  putTotals,
  totalsAt,
  widened,
  type SweepResults,
} from '@/lib/tuning/sweep/sweep-results';
import type { SweepSums, TuneReply } from './tune-messages';

/** Milliseconds of work between two checks for messages, and between two reports. */
const SLICE_MS = 12;
const REPORT_MS = 100;
/** Steps × cells of one part of a phase: its cells are complete together, and then shown. */
const PART_STEPS = 4_000_000;

/** Environment of a sweep. */
interface SweepHost {
  readonly post: (reply: TuneReply) => void;
  readonly pause: () => Promise<void>;
  readonly now: () => number;
}

/** One sweep over sessions: coarse cells first, then where neighbours differ, then the rest. */
export class SweepRun {
  #results: SweepResults;
  #done = 0;
  #ms = 0;
  readonly #recorded: readonly number[];
  readonly #generated: readonly number[];
  readonly #steps: readonly number[];

  constructor(
    readonly sessions: readonly CorpusSession[],
    readonly plan: SweepPlan,
    private readonly host: SweepHost,
  ) {
    this.#results = emptyResults(sessions.length, sweepCells(plan).length);
    const rows = [...sessions.keys()];
    this.#recorded = rows.filter((row) => sessions[row]?.facts.generated === false);
    this.#generated = rows.filter((row) => sessions[row]?.facts.generated === true);
    this.#steps = sessions.map(({ session }) => session.profile.steps.entries.length);
  }

  /** Runs until the end or until it is cancelled; what is computed stays readable. */
  async go(run: number, signal: AbortSignal): Promise<void> {
    const { post, pause } = this.host;
    // A cancellation that arrived with the request takes effect before any work.
    await pause();
    let phase: SweepPhase | null = firstPhase(this.plan, sweepCells(this.plan));
    while (phase !== null && !signal.aborted) {
      this.#results = widened(this.#results, phase.cells.length);
      for (const part of this.#parts(phase)) {
        if (!signal.aborted) await this.#part(run, part, signal);
      }
      if (!signal.aborted) phase = nextPhase(this.plan, phase, this.#results);
    }
    post({
      kind: 'swept',
      run,
      done: this.#done,
      total: this.#total(),
      ms: this.#ms,
      cancelled: signal.aborted,
      sums: this.#sums(),
    });
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
    const { post, pause, now } = this.host;
    const settings = new CellSettings(this.plan, cells);
    let begun = now();
    let reported = begun;
    const slice = (): boolean => now() - begun >= SLICE_MS;
    for (const [row, { session }] of this.sessions.entries()) {
      let next = 0;
      while (next < order.length) {
        const from = next;
        next = runCells(session, { plan: this.plan, cells, settings, order }, { results: this.#results, row }, from, slice);
        this.#done += next - from;
        if (!slice()) continue;
        this.#ms += now() - begun;
        if (now() - reported >= REPORT_MS) {
          reported = now();
          post(this.#progress(run, name, null));
        }
        await pause();
        if (signal.aborted) return;
        begun = now();
      }
    }
    this.#ms += now() - begun;
    post(this.#progress(run, name, this.#sums()));
  }

  #total(): number {
    return this.sessions.length * this.#results.cells;
  }

  #progress(run: number, phase: SweepPhase['name'], sums: SweepSums | null): TuneReply {
    return { kind: 'progress', run, done: this.#done, total: this.#total(), ms: this.#ms, phase, sums };
  }

  #sums(): SweepSums {
    return {
      recorded: cellSums(this.#results, this.#recorded, this.#steps),
      generated: cellSums(this.#results, this.#generated, this.#steps),
    };
  }
}
