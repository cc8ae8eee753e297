import type { FrontPoint, FrontRows } from '@/components/charts/tune/front-scatter';
import { cellCosts, paretoFront, type CellCost } from '@/lib/tuning/region/pareto';
import type { Region } from '@/lib/tuning/region/plateau';

/** The costs of a grid's cells and their front. */
export interface FrontView {
  readonly rows: FrontRows;
  /** Cells that no other beats in compactions, tokens sent and unused window, ascending by compactions. */
  readonly front: readonly (CellCost & { readonly words: string })[];
  readonly today: CellCost | null;
  readonly chosen: CellCost | null;
}

/** Costs of the cells within the limit; `wordsOf` names a cell's settings. */
export function frontView(
  { sums, breaches }: Region,
  cells: { readonly size: number; readonly today: number; readonly chosen: number },
  wordsOf: (cell: number) => string,
): FrontView {
  const indexes = Array.from({ length: cells.size }, (_, index) => index);
  const open = indexes.filter((index) => breaches[index] === null);
  const broken = indexes.filter(
    (index) => breaches[index] === 'overflow' || breaches[index] === 'loop',
  );
  const feasible = cellCosts(sums, open);
  const front = paretoFront(feasible, ['per100', 'sent', 'unused']);
  // Two of the three can be drawn: the line joins those that no other beats in both.
  const drawn = paretoFront(feasible, ['per100', 'sent']);
  const pointOf = ({ cell, per100, sent }: CellCost): FrontPoint => ({
    x: per100,
    y: sent,
    words: wordsOf(cell),
  });
  const one = (cell: number): CellCost | null => cellCosts(sums, [cell])[0] ?? null;
  const today = one(cells.today);
  const chosen = cells.chosen === cells.today ? null : one(cells.chosen);
  return {
    rows: {
      feasible: feasible.map(pointOf),
      broken: cellCosts(sums, broken).map(pointOf),
      front: drawn.map(pointOf),
      today: today && pointOf(today),
      chosen: chosen && pointOf(chosen),
    },
    front: front.map((cost) => ({ ...cost, words: wordsOf(cost.cell) })),
    today,
    chosen,
  };
}
