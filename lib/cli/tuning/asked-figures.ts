/** Figures that a command computes beside the totals of its cells, because they were asked for. */
import { counted } from '@/lib/engine/base/format';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { figureOf } from '@/lib/tuning/figures/figure';
import { figureIds, type FigureId } from '@/lib/tuning/figures/figure-ids';
import {
  figureSums,
  type FigureResults,
  type FigureSums,
} from '@/lib/tuning/figures/figure-results';
import { FigureRun, type FigureSession } from '@/lib/tuning/figures/figure-run';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import type { FileSession } from './corpus-of-files';

/** Options of a command that may price what it sweeps. */
export interface FigureOptions {
  readonly cost?: boolean;
  readonly price?: GivenPrices;
  readonly at?: Date;
}

/** Figures that the options ask for. */
export const askedFigures = ({ cost }: FigureOptions): readonly FigureId[] =>
  cost === true ? figureIds : [];

/** Computes the figures that are asked for; null for none. */
export function runFigures(
  sessions: readonly FileSession[],
  { plan, cells }: { readonly plan: SweepPlan; readonly cells: readonly SweepCell[] },
  options: FigureOptions,
): FigureResults | null {
  const figures = askedFigures(options);
  if (figures.length === 0) return null;
  const today = new Date();
  const known = ({ session }: FileSession): FigureSession => {
    const prices = sessionPrices(session.profile, today, options.price ?? {}, options.at ?? null);
    return { session, ratesOf: ratesOf(prices) };
  };
  const run = new FigureRun(
    { plan, cells, figures },
    {
      length: sessions.length,
      at: (row) => {
        const one = sessions[row];
        return one && known(one);
      },
    },
  );
  run.advance();
  return run.results;
}

/** Sums of each figure over some sessions. */
export const sumsOf = (
  results: FigureResults | null,
  rows: readonly number[],
): readonly FigureSums[] =>
  results === null ? [] : results.figures.map((id) => figureSums(results, id, rows));

/** "Cost: dollars of …; 3 of 40 sessions are without a price of their model and are left out." */
export const figureNotes = (sums: readonly FigureSums[]): readonly string[] =>
  sums.map(({ figure, known, sessions }) => {
    const { name, about, missing } = figureOf(figure);
    const out = sessions - known;
    const left =
      out === 0 ? '' : `; ${counted(out, 'session')} of ${sessions} left out, ${missing}`;
    return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}: ${about}${left}.`;
  });
