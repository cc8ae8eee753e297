import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { CellSettings, planPolicies, setsWindow } from '../sweep/cell-settings';
import type { SweepCell, SweepPlan } from '../sweep/plan';
import type { FigureId } from './figure-ids';
import { emptyFigures, type FigureResults } from './figure-results';
import { figureValue } from './figure-values';

/** A session of a run, and the prices of its models. */
export interface FigureSession {
  readonly session: Replayable;
  readonly ratesOf: RatesOf;
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
  readonly #policies: ReturnType<typeof planPolicies>;
  #row = 0;
  #cell = 0;
  #of: Row | null = null;

  constructor(task: FigureTask, sessions: FigureSessions) {
    this.#task = task;
    this.#sessions = sessions;
    this.#settings = new CellSettings(task.plan, task.cells);
    this.#policies = planPolicies(task.plan);
    this.results = emptyFigures(task.figures, sessions.length, task.cells.length);
  }

  get ended(): boolean {
    return this.#row >= this.#sessions.length || this.#task.cells.length === 0;
  }

  /** The session that is computed next; it is asked for when the work goes on. */
  get row(): number {
    return this.#row;
  }

  /** Replays done and to be done. */
  progress(): { readonly done: number; readonly total: number } {
    const { length } = this.#task.cells;
    return { done: this.#row * length + this.#cell, total: this.#sessions.length * length };
  }

  /** Computes until `pause` says so, which is asked after each replay, or to the end. */
  advance(pause: () => boolean = () => false): void {
    while (!this.ended) {
      this.#of ??= this.#rowOf();
      this.#replay(this.#of);
      if (this.#cell === this.#task.cells.length) {
        this.#row++;
        this.#cell = 0;
        this.#of = null;
      }
      if (pause()) return;
    }
  }

  #rowOf(): Row {
    const of = this.#sessions.at(this.#row);
    if (of === undefined) throw new RangeError(`There is no session ${this.#row}`);
    const { session, ratesOf } = of;
    const { head } = session.profile;
    return {
      session,
      ratesOf,
      settingsOf: this.#settings.of(head),
      limit: this.#task.plan.limit ?? head.limit?.tokens ?? null,
      into: undefined,
    };
  }

  #replay(row: Row): void {
    const { cells } = this.#task;
    const column = cells[this.#cell]?.column ?? -1;
    const policy = this.#policies[column];
    if (policy === undefined) throw new RangeError(`There is no cell ${this.#cell}`);
    const { session, ratesOf, settingsOf, limit, into } = row;
    const isWindowSet = setsWindow(this.#task.plan.columns[column]);
    const given = { limit, isWindowSet, ...(into !== undefined && { into }) };
    const made = replay(session, policy, settingsOf(this.#cell), given);
    row.into = made;
    const { figures, values } = this.results;
    const at = this.#row * cells.length + this.#cell;
    figures.forEach((id, i) => {
      const out = values[i];
      if (out) out[at] = figureValue(id, made, ratesOf);
    });
    this.#cell++;
  }
}

/** The session that is computed, ready to be replayed. */
interface Row extends FigureSession {
  readonly settingsOf: (cell: number) => Settings;
  readonly limit: number | null;
  /** The replay before, whose columns are used again. */
  into: Replay | undefined;
}
