import { PRICE_LIST } from '@/lib/host/prices/price-list';
import type { Replayable } from '@/lib/replay/prepare';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { FigureRun, type FigureSession } from '@/lib/tuning/figures/figure-run';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';

/** Sessions of a share, each prepared when its turn comes. */
interface ShareSessions {
  readonly length: number;
  readonly at: (row: number) => Replayable;
}

/**
 * Computes a plan's figures of a share; the price list is loaded by the first. Throws where the list is
 * not the one that the sweep began with: one sweep has the prices of one list.
 */
export async function shareFigures(
  plan: SweepPlan,
  cells: readonly SweepCell[],
  { length, at }: ShareSessions,
): Promise<FigureResults> {
  const { ratesOf, sessionPrices } = await import('@/lib/host/prices/session-prices');
  const { ids, prices, day = '', list } = plan.figures ?? { ids: [], prices: {} };
  if (list !== PRICE_LIST) {
    throw new Error(`its prices are of ${list}, and this program has ${PRICE_LIST}`);
  }
  const today = new Date(day);
  const sessionAt = (row: number): FigureSession => {
    const session = at(row);
    const own = sessionPrices(session.profile, today, prices);
    return { session, input: { ratesOf: ratesOf(own) } };
  };
  const run = new FigureRun({ plan, cells, figures: ids }, { length, at: sessionAt });
  run.advance();
  return run.results;
}
