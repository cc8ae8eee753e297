import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { Replay } from '@/lib/engine/replay/replay';
import type { FigureId } from './figure-ids';

const values: Readonly<Record<FigureId, (replay: Replay, ratesOf: RatesOf) => number>> = {
  cost: costTotal,
};

/** A figure of a replay; NaN where it cannot be told. */
export const figureValue = (id: FigureId, replay: Replay, ratesOf: RatesOf): number =>
  values[id](replay, ratesOf);
