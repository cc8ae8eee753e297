import type { FrontPoint, FrontRows } from '@/components/charts/tune/front-scatter';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import { cellCosts, paretoFront, type CellCost, type Objective } from '@/lib/tuning/region/pareto';
import type { Region } from '@/lib/tuning/region/plateau';

/** The costs of a grid's cells and their front. */
export interface FrontView {
  readonly rows: FrontRows;
  /** Cells that no other beats in compactions, tokens sent and unused window, ascending by compactions. */
  readonly front: readonly (CellCost & { readonly words: string })[];
  readonly today: CellCost | null;
  readonly chosen: CellCost | null;
  /** The figure that is drawn, and an objective of the front; null: tokens sent. */
  readonly figure: FigureId | null;
}

/** Costs of the cells within the limit; `wordsOf` names a cell's settings. */
export function frontView(
  { sums, breaches }: Region,
  cells: { readonly size: number; readonly today: number; readonly chosen: number },
  wordsOf: (cell: number) => string,
  figure: FigureSums | null = null,
): FrontView {
  const indexes = Array.from({ length: cells.size }, (_, index) => index);
  const open = indexes.filter((index) => breaches[index] === null);
  const broken = indexes.filter(
    (index) => breaches[index] === 'overflow' || breaches[index] === 'loop',
  );
  // Cells of which no session has the figure have the totals alone.
  const asked = figure !== null && figure.known > 0 ? figure : null;
  const drawnBy: Objective = asked === null ? 'sent' : 'figure';
  const feasible = cellCosts(sums, open, asked);
  const objectives = ['per100', 'sent', 'unused', 'figure'] as const;
  const front = paretoFront(feasible, asked === null ? objectives.slice(0, 3) : objectives);
  // Two of the three can be drawn: the line joins those that no other beats in both.
  const drawn = paretoFront(feasible, ['per100', drawnBy]);
  const pointOf = (cost: CellCost): FrontPoint => ({
    x: cost.per100,
    y: cost[drawnBy] ?? NaN,
    words: wordsOf(cost.cell),
  });
  const one = (cell: number): CellCost | null => cellCosts(sums, [cell], asked)[0] ?? null;
  const today = one(cells.today);
  const chosen = cells.chosen === cells.today ? null : one(cells.chosen);
  return {
    rows: {
      feasible: feasible.map(pointOf),
      broken: cellCosts(sums, broken, asked).map(pointOf),
      front: drawn.map(pointOf),
      today: today && pointOf(today),
      chosen: chosen && pointOf(chosen),
    },
    front: front.map((cost) => ({ ...cost, words: wordsOf(cost.cell) })),
    today,
    chosen,
    figure: asked?.figure ?? null,
  };
}
