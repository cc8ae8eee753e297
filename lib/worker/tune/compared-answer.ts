import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Block } from '@/lib/answers/model/block';
import { comparedBlocks, withCost } from '@/lib/answers/questions/parts/answer-table';
import { logChangeBlocks } from '@/lib/answers/questions/parts/log-change-table';
import type { SettingsPromise } from '@/lib/answers/report/promises/schema';
import { settingsPromise } from '@/lib/answers/report/promises/settings-promise';
import { figureSums, type FigureResults } from '@/lib/tuning/figures/figure-results';
import {
  answerColumns,
  columnCells,
  type AnswerColumn,
} from '@/lib/tuning/recommend/answer-columns';
import { logChanges } from '@/lib/tuning/recommend/log-changes';
import { decidingRows } from '@/lib/tuning/recommend/tune-field';
import type { WorkerClock } from '../worker-scope';
import { Slices } from './slices';
import { tuneFigures } from './tune-figures';
import type { TuneSweep } from './tune-sweep';

/** What a sweep's answer compares, priced. */
interface Comparison {
  readonly columns: readonly AnswerColumn[];
  readonly costs: FigureResults;
}

/** What an answer compares: `prices` overrule the list. Null where it was cancelled. */
async function comparisonOf(
  { sessions, task: { plan } }: Pick<TuneSweep, 'sessions' | 'task'>,
  { field, recommendation }: NonNullable<TuneSweep['answered']>,
  prices: GivenPrices,
  clock: WorkerClock,
  signal: AbortSignal,
): Promise<Comparison | null> {
  const columns = answerColumns(field, recommendation);
  const task = { figures: ['cost'], cells: columnCells(field, columns), prices } as const;
  const quiet = { onProgress: () => undefined, signal };
  const { results } = await tuneFigures({ sessions, plan }, task, clock, quiet);
  return results === null ? null : { columns, costs: results };
}

/**
 * What a sweep's answer compares, in the words of the question `tune`: what was passed over, the
 * preference, today's settings beside the recommended ones and the runner-up, and changes of the log beside
 * them. `prices` overrule the list. None without a recommendation, and where it was cancelled.
 */
export async function comparedAnswer(
  sweep: TuneSweep,
  prices: GivenPrices,
  clock: WorkerClock,
  signal: AbortSignal,
): Promise<readonly Block[]> {
  const { answered } = sweep;
  if (answered === null) return [];
  const compared = await comparisonOf(sweep, answered, prices, clock, signal);
  if (compared === null) return [];
  const { field, recommendation } = answered;
  const cost = figureSums(compared.costs, 'cost', decidingRows(field));
  const priced = compared.columns.map((one, at) => withCost(one, cost, at));
  const sessions = sweep.sessions.map(({ session }) => session);
  const slices = new Slices(clock);
  await slices.begin();
  const changes = await slices.finish(logChanges(field, sweep.task.plan, sessions), signal);
  if (changes === null) return [];
  return [
    ...comparedBlocks(field, recommendation, priced),
    ...logChangeBlocks(field, priced, changes),
  ];
}

/** The row of sessions that an answer is about. */
export interface PromiseRow {
  readonly preset: string | null;
  readonly limit: number | null;
}

/** What the answer of a sweep promises of its settings; null where it proposes none. */
export async function promiseOf(
  sweep: TuneSweep,
  row: PromiseRow,
  prices: GivenPrices,
  clock: WorkerClock,
): Promise<SettingsPromise | null> {
  const { answered, sessions, task } = sweep;
  const [column] = task.plan.columns;
  if (answered === null || column === undefined) return null;
  const never = new AbortController().signal;
  const compared = await comparisonOf(sweep, answered, prices, clock, never);
  if (compared === null) return null;
  const { policy, settings } = column;
  return settingsPromise({ policy, settings, ...row, ...answered, ...compared, sessions });
}
