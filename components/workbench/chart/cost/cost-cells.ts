import { formatDollars } from '@/lib/base/format';
import type { CostColumns } from '@/lib/analysis/cost/cost-report';
import { costSoFar, moreText } from '@/lib/report/chart/tracks/cost-rows';

/** Columns of the cost track's table. */
export const costHeads = [
  'cost, by usage',
  'cost as it ran, modelled',
  'cost of the what-if, modelled',
  'more so far, modelled',
] as const;

/** Texts of a step in the order of the heads; "–" where nothing is charged. */
export function costCells(steps: CostColumns): (step: number) => readonly string[] {
  const soFar = costSoFar(steps);
  const text = (dollars: number | undefined, guess: string): string =>
    dollars === undefined || Number.isNaN(dollars) ? '–' : `${guess}${formatDollars(dollars)}`;
  return (step) => [
    text(steps.recorded[step], ''),
    text(steps.ran[step], '~'),
    text(steps.replayed[step], '~'),
    `~${moreText(soFar[step] ?? 0)}`,
  ];
}
