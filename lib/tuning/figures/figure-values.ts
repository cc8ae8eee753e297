import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { likelySteps } from '@/lib/analysis/explain/ledger-decision';
import type { Replay } from '@/lib/engine/replay/replay';
import type { FigureId } from './figure-ids';

const values: Readonly<Record<FigureId, (replay: Replay, ratesOf: RatesOf) => number>> = {
  cost: costTotal,
  mayCompact: (replay) => likelySteps(replay).length,
};

/** A figure of a replay; NaN where it cannot be told. */
export const figureValue = (id: FigureId, replay: Replay, ratesOf: RatesOf): number =>
  values[id](replay, ratesOf);
