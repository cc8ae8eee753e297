import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { NamedSession } from '@/lib/analysis/recall/named-session';
import { recallTotals, type RecallTotals } from '@/lib/analysis/recall/recall-totals';
import type { Replay } from '@/lib/replay/replay';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import type { FigureId } from './figure-ids';

/** What a host knows of one session beside its numbers. */
export interface FigureInput {
  readonly ratesOf: RatesOf;
  /** The names in its texts; null, or left out: not known. */
  readonly names?: ReferenceIndex | null;
}

/** A replay as figures read it; what several of them need is computed once. */
export class FiguredReplay {
  #totals: RecallTotals | null | undefined;

  constructor(
    readonly replay: Replay,
    readonly ratesOf: RatesOf,
    /** The session with its names; null where they are not known. */
    readonly named: NamedSession | null,
  ) {}

  get recall(): RecallTotals | null {
    this.#totals ??= this.named && recallTotals(this.named, this.replay);
    return this.#totals;
  }
}

/** The value of each figure; NaN where it cannot be told. */
const values: Readonly<Record<FigureId, (of: FiguredReplay) => number>> = {
  cost: ({ replay, ratesOf }) => costTotal(replay, ratesOf),
  regret: ({ recall }) => recall?.regret ?? NaN,
  rework: ({ recall }) => recall?.rework ?? NaN,
};

/** A figure of a replay; NaN where it cannot be told. */
export const figureValue = (id: FigureId, of: FiguredReplay): number => values[id](of);
