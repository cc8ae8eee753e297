import { regretText } from '@/lib/report/chart/recall/regret-rows';
import type { Recall } from '../recall/use-recall';

/** Columns of what is used again. */
export const recallHeads = ['named again', 'regret'] as const;

/** Texts of a step in the order of the heads: at least and at most; "n/a" where there are no names. */
export function recallCells({ recall, missing }: Recall): (step: number) => readonly string[] {
  if (recall === null) return () => recallHeads.map(() => (missing === null ? '…' : 'n/a'));
  const { liveLow, liveHigh, regret, regretHigh } = recall.steps;
  return (step) => [
    regretText({ low: liveLow, high: liveHigh }, step),
    regretText({ low: regret, high: regretHigh }, step),
  ];
}
