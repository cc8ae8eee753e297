import { formatDollars } from '@/lib/engine/base/format';
import type { CostColumns } from '@/lib/analysis/cost/cost-report';
import { costSoFar, moreText } from '@/lib/answers/report/chart/tracks/cost-rows';

/** Columns of the cost track's table; those of a what-if only where there is one. */
export const costHeads = (isWhatIf: boolean): readonly string[] => [
  'cost, by usage',
  'cost as it ran, modelled',
  ...(isWhatIf ? ['cost of the what-if, modelled', 'more so far, modelled'] : []),
];

/** Texts of a step in the order of the heads; "–" where nothing is charged. */
export function costCells(
  steps: CostColumns,
  isWhatIf: boolean,
): (step: number) => readonly string[] {
  const soFar = costSoFar(steps);
  const text = (dollars: number | undefined, guess: string): string =>
    dollars === undefined || Number.isNaN(dollars) ? '–' : `${guess}${formatDollars(dollars)}`;
  return (step) => [
    text(steps.recorded[step], steps.sized.has(step) ? '~' : ''),
    text(steps.ran[step], '~'),
    ...(isWhatIf ? [text(steps.replayed[step], '~'), moreText(soFar[step] ?? 0)] : []),
  ];
}
