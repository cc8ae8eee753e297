import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Block } from '@/lib/answers/model/block';
import { comparedBlocks, withCost } from '@/lib/answers/questions/parts/answer-table';
import { figureSums } from '@/lib/tuning/figures/figure-results';
import { answerColumns, columnCells } from '@/lib/tuning/recommend/answer-columns';
import { decidingRows } from '@/lib/tuning/recommend/tune-field';
import type { WorkerClock } from '../worker-scope';
import { tuneFigures } from './tune-figures';
import type { TuneSweep } from './tune-sweep';

/**
 * What a sweep's answer compares, in the words of the question `tune`: what was passed over, the
 * preference, and today's settings beside the recommended ones and the runner-up. `prices` overrule the
 * list. None without a recommendation, and where it was cancelled.
 */
export async function comparedAnswer(
  { answered, sessions, task: { plan } }: TuneSweep,
  prices: GivenPrices,
  clock: WorkerClock,
  signal: AbortSignal,
): Promise<readonly Block[]> {
  if (answered === null) return [];
  const { field, recommendation } = answered;
  const columns = answerColumns(field, recommendation);
  const task = { figures: ['cost'], cells: columnCells(field, columns), prices } as const;
  const quiet = { onProgress: () => undefined, signal };
  const { results } = await tuneFigures({ sessions, plan }, task, clock, quiet);
  if (results === null) return [];
  const cost = figureSums(results, 'cost', decidingRows(field));
  const priced = columns.map((one, at) => withCost(one, cost, at));
  return comparedBlocks(field, recommendation, priced);
}
