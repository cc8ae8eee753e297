import { namedSession, type NamedSession } from '@/lib/analysis/recall/named-session';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Replayable } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { CellSettings, planPolicies } from '../sweep/cell-settings';
import type { SweepCell, SweepPlan } from '../sweep/plan';
import { figureOf } from './figure';
import type { FigureId } from './figure-ids';
import { emptyFigures, type FigureResults } from './figure-results';
import { FiguredReplay, figureValue, type FigureInput } from './figure-values';

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
    const { session, input } = of;
    const { names = null, ratesOf } = input;
    const { head, entryCount } = session.profile;
    // Names of a session that has grown since are not its names.
    const fits = names !== null && names.entryCount === entryCount;
    return {
      session,
      ratesOf,
      named: fits && this.#task.figures.some(isOfNames) ? namedSession(session, names) : null,
      settingsOf: this.#settings.of(head),
      limit: this.#task.plan.limit ?? head.limit?.tokens ?? null,
      into: undefined,
    };
  }

  #replay(row: Row): void {
    const { cells } = this.#task;
    const policy = this.#policies[cells[this.#cell]?.column ?? -1];
    if (policy === undefined) throw new RangeError(`There is no cell ${this.#cell}`);
    const { session, settingsOf, limit, into } = row;
    const given = into === undefined ? { limit } : { limit, into };
    const made = replay(session, policy, settingsOf(this.#cell), given);
    row.into = made;
    const { figures, values } = this.results;
    const at = this.#row * cells.length + this.#cell;
    const of = new FiguredReplay(made, row.ratesOf, row.named);
    figures.forEach((id, i) => {
      const column = values[i];
      if (column) column[at] = figureValue(id, of);
    });
    this.#cell++;
  }
}

/** The session that is computed, ready to be replayed. */
interface Row {
  readonly session: Replayable;
  readonly ratesOf: FigureInput['ratesOf'];
  readonly named: NamedSession | null;
  readonly settingsOf: (cell: number) => Settings;
  readonly limit: number | null;
  /** The replay before, whose columns are used again. */
  into: Replay | undefined;
}

const isOfNames = (id: FigureId): boolean => figureOf(id).needs === 'names';
