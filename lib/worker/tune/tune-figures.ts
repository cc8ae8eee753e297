import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { FigureRun } from '@/lib/tuning/figures/figure-run';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { Slices, type SliceHost } from './slices';
import type { FigureTask, TuneReply } from './tune-messages';

/** Milliseconds between two reports. */
const REPORT_MS = 100;

/** Environment of figures. */
interface FigureHost extends SliceHost {
  readonly post: (reply: TuneReply) => void;
}

/** Computes figures in slices and says how far it is; the price list is fetched when the first is. */
export async function tuneFigures(
  { sessions, plan }: { readonly sessions: readonly CorpusSession[]; readonly plan: SweepPlan },
  { figures, cells, prices }: FigureTask,
  host: FigureHost,
  { run, signal }: { readonly run: number; readonly signal: AbortSignal },
): Promise<void> {
  const { sessionPrices } = await import('@/lib/answers/prices/session-prices');
  const slices = new Slices(host);
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
  let reported = host.now();
  while (!work.ended && !signal.aborted) {
    work.advance(() => slices.isOver());
    if (host.now() - reported >= REPORT_MS) {
      reported = host.now();
      host.post({ kind: 'figuring', run, ...work.progress(), ms: slices.ms });
    }
    await slices.rest();
  }
  const results = work.ended ? work.results : null;
  host.post({ kind: 'figured', run, ms: slices.ms, results });
}
