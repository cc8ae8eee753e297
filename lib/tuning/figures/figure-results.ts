import { floatAt } from '@/lib/engine/base/read';
import type { SweepShare } from '../sweep/share';
import type { FigureId } from './figure-ids';

/** Figures of each session under some cells, a session's cells beside each other. */
export interface FigureResults {
  readonly figures: readonly FigureId[];
  readonly sessions: number;
  readonly cells: number;
  /** By figure; NaN where it cannot be told, or is not computed. */
  readonly values: readonly Float64Array[];
}

/** Figures of which none is computed. */
export const emptyFigures = (
  figures: readonly FigureId[],
  sessions: number,
  cells: number,
): FigureResults => ({
  ...{ figures, sessions, cells },
  values: figures.map(() => new Float64Array(sessions * cells).fill(NaN)),
});

/** Puts the figures of a share in their places among those of its sweep. */
export function mergeFigures(
  results: FigureResults,
  order: readonly number[],
  share: SweepShare,
  part: FigureResults,
): void {
  if (part.sessions !== share.sessions || part.cells !== share.cells) {
    throw new RangeError('These are not the figures of this share');
  }
  results.figures.forEach((id, i) => {
    const [to, from] = [results.values[i], part.values[part.figures.indexOf(id)]];
    if (to === undefined || from === undefined) return;
    for (let row = 0; row < share.sessions; row++) {
      const first = (share.session + row) * results.cells;
      for (let at = 0; at < share.cells; at++) {
        to[first + (order[share.cell + at] ?? NaN)] = floatAt(from, row * part.cells + at);
      }
    }
  });
}

/** Figures of some cells, in the order of their indexes. */
export function pickedFigures(results: FigureResults, cells: readonly number[]): FigureResults {
  const picked = emptyFigures(results.figures, results.sessions, cells.length);
  picked.values.forEach((column, i) => {
    const from = results.values[i] ?? new Float64Array();
    for (let row = 0; row < results.sessions; row++) {
      for (const [at, cell] of cells.entries()) {
        column[row * cells.length + at] = floatAt(from, row * results.cells + cell);
      }
    }
  });
  return picked;
}

/** A figure of each cell, added up over some sessions. */
export interface FigureSums {
  readonly figure: FigureId;
  /** Sum over the sessions that have it, by cell; NaN where none has. */
  readonly sums: Float64Array;
  /** Sessions that have it under every cell, and all that were asked. */
  readonly known: number;
  readonly sessions: number;
}

/**
 * Adds up a figure over the sessions of `rows`. A session counts only if it has the figure under every
 * cell, so that cells are sums of the same sessions.
 */
export function figureSums(
  { figures, cells, values }: FigureResults,
  figure: FigureId,
  rows: readonly number[],
): FigureSums {
  const column = values[figures.indexOf(figure)] ?? new Float64Array();
  const whole = rows.filter((row) => {
    const own = column.subarray(row * cells, (row + 1) * cells);
    return own.length === cells && !own.some(Number.isNaN);
  });
  const sums = new Float64Array(cells).fill(whole.length === 0 ? NaN : 0);
  for (const row of whole) {
    for (let cell = 0; cell < cells; cell++) {
      sums[cell] = floatAt(sums, cell) + floatAt(column, row * cells + cell);
    }
  }
  return { figure, sums, known: whole.length, sessions: rows.length };
}
