import { ratesOf } from '@/lib/analysis/cost/session-prices';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { FigureRun, type FigureSession } from '@/lib/tuning/figures/figure-run';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import type { ShareTask } from './share-task';

/** Sessions of a share, each prepared when its turn comes. */
interface ShareSessions {
  readonly length: number;
  readonly at: (row: number) => Replayable;
}

/**
 * Computes the figures of a share that its sweep asks for. Throws where the price list is not the one that the
 * sweep began with: one sweep has the prices of one list.
 */
export async function shareFigures(
  { plan, cells }: Pick<ShareTask, 'plan' | 'cells'>,
  { length, at }: ShareSessions,
): Promise<FigureResults> {
  const pricesOf = await sweepPrices(plan);
  const sessionAt = (row: number): FigureSession => {
    const session = at(row);
    return { session, ratesOf: pricesOf(session) };
  };
  const figures = plan.figures?.ids ?? [];
  const run = new FigureRun({ plan, cells, figures }, { length, at: sessionAt });
  run.advance();
  return run.results;
}

/** The prices of a sweep's sessions; the price list is loaded by the first. */
async function sweepPrices({ figures }: SweepPlan): Promise<(session: Replayable) => RatesOf> {
  const { sessionPrices } = await import('@/lib/answers/prices/session-prices');
  const { prices = {}, day = '', list } = figures ?? {};
  if (list !== PRICE_LIST) {
    throw new Error(`its prices are of ${list}, and this program has ${PRICE_LIST}`);
  }
  const today = new Date(day);
  return ({ profile }) => ratesOf(sessionPrices(profile, today, prices));
}
