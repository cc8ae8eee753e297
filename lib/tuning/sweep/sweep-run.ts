import type { Replayable } from '@/lib/engine/replay/prepare';
import { CellSettings } from './cell-settings';
import { sweepCells } from './cells';
import { firstPhase, nextPhase, type SweepPhase, type TotalsPhase } from './phases';
import type { SweepPlan } from './plan';
import { runCells } from './run-cells';
import { emptyResults, widened, type SweepResults } from './sweep-results';

type OwnPhase = SweepPhase<TotalsPhase>;

/** How far a sweep is. */
export interface SweepProgress {
  readonly phase: TotalsPhase;
  /** Cells × sessions done and known to be needed; a later phase may need more. */
  readonly done: number;
  readonly total: number;
  /** Steps replayed. */
  readonly steps: number;
}

/**
 * A sweep of a plan over sessions, phase by phase and session by session. It computes while it is
 * asked to, so that a host can stop it, show what is there, and go on.
 */
export class SweepRun {
  readonly plan: SweepPlan;
  readonly #sessions: readonly Replayable[];
  #phase: OwnPhase;
  #results: SweepResults;
  #settings: CellSettings;
  #row = 0;
  #next = 0;
  #before = 0;
  #steps = 0;
  #ended = false;

  constructor(plan: SweepPlan, sessions: readonly Replayable[]) {
    this.plan = plan;
    this.#sessions = sessions;
    const cells = sweepCells(plan);
    this.#phase = firstPhase(plan, cells);
    this.#results = emptyResults(sessions.length, cells.length);
    this.#settings = new CellSettings(plan, cells);
    this.#ended = sessions.length === 0 || cells.length === 0;
  }

  get cells(): OwnPhase['cells'] {
    return this.#phase.cells;
  }

  get results(): SweepResults {
    return this.#results;
  }

  get ended(): boolean {
    return this.#ended;
  }

  progress(): SweepProgress {
    const size = this.#phase.order.length * this.#sessions.length;
    const inPhase = this.#row * this.#phase.order.length + this.#next;
    const open = this.#phase.cells.length * this.#sessions.length;
    return {
      phase: this.#phase.name,
      done: this.#before + Math.min(size, inPhase),
      total: open,
      steps: this.#steps,
    };
  }

  /** Computes until `pause` says so, or to the end. */
  advance(pause: () => boolean = () => false): void {
    while (!this.#ended) {
      const session = this.#sessions[this.#row];
      if (session === undefined) {
        this.#enter(nextPhase(this.plan, this.#phase, this.#results));
        continue;
      }
      const { plan } = this;
      const { cells, order } = this.#phase;
      const run = { plan, cells, order, settings: this.#settings };
      const from = this.#next;
      this.#next = runCells(session, run, { results: this.#results, row: this.#row }, from, pause);
      this.#steps += (this.#next - from) * session.profile.stepCount;
      if (this.#next < order.length) return;
      this.#row++;
      this.#next = 0;
      if (pause()) return;
    }
  }

  #enter(phase: OwnPhase | null): void {
    this.#before += this.#phase.order.length * this.#sessions.length;
    this.#row = 0;
    this.#next = 0;
    if (phase === null) {
      this.#ended = true;
      this.#row = this.#sessions.length;
      this.#before -= this.#phase.order.length * this.#sessions.length;
      return;
    }
    if (phase.cells.length !== this.#phase.cells.length) {
      this.#results = widened(this.#results, phase.cells.length);
      this.#settings = new CellSettings(this.plan, phase.cells);
    }
    this.#phase = phase;
  }
}
