import { sameOutcome, type SessionOutcome } from '../outcome';
import type { SettingGrid } from './setting-grid';

/** Values of a setting, both ends included, that have one outcome; neighbours differ. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly outcome: SessionOutcome;
}

/** Pieces in ascending order; equal neighbours become one. */
export class PieceList {
  readonly #grid: SettingGrid;
  readonly #pieces: Piece[] = [];

  constructor(grid: SettingGrid) {
    this.#grid = grid;
  }

  /** Adds the outcome of the grid's values `first` to `last`; they follow the values added before. */
  add(first: number, last: number, outcome: SessionOutcome): void {
    const to = this.#grid.at(last);
    const before = this.#pieces.at(-1);
    if (before !== undefined && sameOutcome(before.outcome, outcome)) {
      this.#pieces[this.#pieces.length - 1] = { ...before, to };
    } else this.#pieces.push({ from: this.#grid.at(first), to, outcome });
  }

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }
}
