import type { Replayable } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { CellSettings, planPolicies } from '../sweep/cell-settings';
import type { SweepCell, SweepPlan } from '../sweep/plan';
import { figureOf, type FigureInput } from './figure';
import type { FigureId } from './figure-ids';
import { emptyFigures, type FigureResults } from './figure-results';

/** A session of a run, and what its host knows of it. */
export interface FigureSession {
  readonly session: Replayable;
  readonly input: FigureInput;
}

/** Sessions of a run, each asked for when its turn comes: an array, or what decodes one at a time. */
export type FigureSessions = Pick<readonly FigureSession[], 'length' | 'at'>;

/** What a run computes. */
export interface FigureTask {
  readonly plan: SweepPlan;
  readonly cells: readonly SweepCell[];
  readonly figures: readonly FigureId[];
}

/**
 * Computes figures of sessions under cells, session by session, by whole replays: some times slower
 * than the totals of a sweep. It computes while it is asked to.
 */
export class FigureRun {
  readonly results: FigureResults;
  readonly #task: FigureTask;
  readonly #sessions: FigureSessions;
  readonly #settings: CellSettings;
  #row = 0;
  #cell = 0;
  #into: Replay | undefined;

  constructor(task: FigureTask, sessions: FigureSessions) {
    this.#task = task;
    this.#sessions = sessions;
    this.#settings = new CellSettings(task.plan, task.cells);
    this.results = emptyFigures(task.figures, sessions.length, task.cells.length);
  }

  get ended(): boolean {
    return this.#row >= this.#sessions.length || this.#task.cells.length === 0;
  }

  /** Replays done and to be done. */
  progress(): { readonly done: number; readonly total: number } {
    const { length } = this.#task.cells;
    return { done: this.#row * length + this.#cell, total: this.#sessions.length * length };
  }

  /** Computes until `pause` says so, or to the end. */
  advance(pause: () => boolean = () => false): void {
    const { plan, cells } = this.#task;
    const policies = planPolicies(plan);
    for (;;) {
      if (this.ended) return;
      const of = this.#sessions.at(this.#row);
      if (of === undefined) return;
      const { head } = of.session.profile;
      const settingsOf = this.#settings.of(head);
      const limit = plan.limit ?? head.limit?.tokens ?? null;
      while (this.#cell < cells.length) {
        const policy = policies[cells[this.#cell]?.column ?? -1];
        if (policy === undefined) throw new RangeError(`There is no cell ${this.#cell}`);
        const into = this.#into === undefined ? {} : { into: this.#into };
        const made = replay(of.session, policy, settingsOf(this.#cell), { limit, ...into });
        this.#into = made;
        this.#put(made, of.input);
        this.#cell++;
        if (pause()) return;
      }
      this.#row++;
      this.#cell = 0;
      this.#into = undefined;
    }
  }

  #put(made: Replay, input: FigureInput): void {
    const { figures, values, cells } = this.results;
    const at = this.#row * cells + this.#cell;
    figures.forEach((id, i) => {
      const column = values[i];
      if (column) column[at] = figureOf(id).valueOf(made, input);
    });
  }
}
