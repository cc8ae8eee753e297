import { byteAt, floatAt } from '@/lib/engine/base/read';
import type { FigureSums } from '../figures/figure-results';
import { per100, type CellSums } from './cell-sums';

/** What a cell costs; less is better in each. */
export interface CellCost {
  readonly cell: number;
  /** Compactions per 100 steps. */
  readonly per100: number;
  /** Real tokens sent per step. */
  readonly sent: number;
  /** Tokens unused below the limit, per compaction; 0 without one. */
  readonly unused: number;
  /** A figure that was asked for, added up over its sessions; left out where none was. */
  readonly figure?: number;
}

/** Costs of cells, those that are computed. */
export function cellCosts(
  sums: CellSums,
  cells: readonly number[],
  figure: FigureSums | null = null,
): readonly CellCost[] {
  return cells
    .filter((cell) => byteAt(sums.complete, cell) === 1 && sums.steps > 0)
    .map((cell) => {
      const compactions = floatAt(sums.compactions, cell);
      return {
        cell,
        per100: per100(sums, cell),
        sent: floatAt(sums.sent, cell) / sums.steps,
        unused: compactions === 0 ? 0 : floatAt(sums.unused, cell) / compactions,
        ...(figure === null ? {} : { figure: floatAt(figure.sums, cell) }),
      };
    });
}

/** Objectives of a front, in the order in which ties are broken. */
export type Objective = Exclude<keyof CellCost, 'cell'>;

/**
 * The cells that no other beats: none is at least as good in every objective and better in one.
 * Sorted by the first objective; of cells that cost the same the first given stands for all.
 */
export function paretoFront(
  costs: readonly CellCost[],
  objectives: readonly Objective[],
): readonly CellCost[] {
  const sorted = [...costs].sort((a, b) =>
    objectives.reduce((order, name) => order || (a[name] ?? 0) - (b[name] ?? 0), 0),
  );
  const front: CellCost[] = [];
  for (const cost of sorted) {
    // Sorted by the first objective: only cells before one can beat it.
    const beaten = front.some((other) =>
      objectives.every((name) => (other[name] ?? 0) <= (cost[name] ?? 0)),
    );
    if (!beaten) front.push(cost);
  }
  return front;
}
