import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { PRICE_LIST } from '@/lib/host/prices/price-list';
import type { Replayable } from '@/lib/replay/prepare';
import { decodeReferences } from '@/lib/tokens/references/reference-codec';
import { figuresOfPhase, type FigurePhase } from '@/lib/tuning/figures/figure-phases';
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
 * Computes a phase's figures of a share; names are decoded session by session, and only those of one are
 * held. Throws where the price list is not the one that the sweep began with: one sweep has the prices of
 * one list.
 */
export async function shareFigures(
  phase: FigurePhase,
  { plan, cells, names }: Pick<ShareTask, 'plan' | 'cells' | 'names'>,
  { length, at }: ShareSessions,
): Promise<FigureResults> {
  const pricesOf = phase === 'figures' ? await sweepPrices(plan) : () => unpriced;
  const sessionAt = (row: number): FigureSession => {
    const session = at(row);
    const own = names?.[row] ?? null;
    const input = { ratesOf: pricesOf(session), names: own && decodeReferences(own) };
    return { session, input };
  };
  const run = new FigureRun(
    { plan, cells, figures: figuresOfPhase(phase) },
    { length, at: sessionAt },
  );
  run.advance();
  return run.results;
}

const unpriced: RatesOf = () => null;

/** The prices of a sweep's sessions; the price list is loaded by the first. */
async function sweepPrices({ figures }: SweepPlan): Promise<(session: Replayable) => RatesOf> {
  const { ratesOf, sessionPrices } = await import('@/lib/host/prices/session-prices');
  const { prices = {}, day = '', list } = figures ?? {};
  if (list !== PRICE_LIST) {
    throw new Error(`its prices are of ${list}, and this program has ${PRICE_LIST}`);
  }
  const today = new Date(day);
  return ({ profile }) => ratesOf(sessionPrices(profile, today, prices));
}
