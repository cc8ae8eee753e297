import { ratesOf } from '@/lib/analysis/cost/session-prices';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureResults } from '@/lib/tuning/figures/figure-results';
import { FigureRun } from '@/lib/tuning/figures/figure-run';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import type { WorkerClock } from '../worker-scope';
import { Slices } from './slices';

/** Milliseconds between two reports. */
const REPORT_MS = 100;

/** Replays done, of all, and milliseconds of work. */
export interface WorkProgress {
  readonly done: number;
  readonly total: number;
  readonly ms: number;
}

/** Figures of a sweep's sessions under cells of its plan. */
export interface FigureTask {
  readonly figures: readonly FigureId[];
  readonly cells: readonly SweepCell[];
  /** Prices that overrule the list, in dollars per million tokens. */
  readonly prices: GivenPrices;
}

/** Computed figures; null where they were cancelled. */
export interface ComputedFigures {
  readonly ms: number;
  readonly results: FigureResults | null;
}

/** Takes how far figures are. */
export type FigureProgress = (progress: WorkProgress) => void | Promise<void>;

/** Computes figures in slices and says how far it is; the price list is fetched when the first is. */
export async function tuneFigures(
  { sessions, plan }: { readonly sessions: readonly CorpusSession[]; readonly plan: SweepPlan },
  { figures, cells, prices }: FigureTask,
  clock: WorkerClock,
  { onProgress, signal }: { readonly onProgress: FigureProgress; readonly signal: AbortSignal },
): Promise<ComputedFigures> {
  const { sessionPrices } = await import('@/lib/answers/prices/session-prices');
  const slices = new Slices(clock);
  await slices.begin();
  const today = new Date();
  const work = new FigureRun(
    { plan, cells, figures },
    {
      length: sessions.length,
      at: (row) => {
        const session = sessions[row]?.session;
        if (session === undefined) return undefined;
        const own = sessionPrices(session.profile, today, prices);
        return { session, ratesOf: ratesOf(own) };
      },
    },
  );
  let reported = clock.now();
  let told: unknown;
  while (!work.ended && !signal.aborted) {
    work.advance(() => slices.isOver());
    if (clock.now() - reported >= REPORT_MS) {
      reported = clock.now();
      told = onProgress({ ...work.progress(), ms: slices.ms });
    }
    await slices.rest();
  }
  // The end goes another way than the progress and must not overtake it.
  if (!signal.aborted) await told;
  return { ms: slices.ms, results: work.ended ? work.results : null };
}
