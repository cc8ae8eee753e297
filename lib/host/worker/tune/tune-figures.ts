import { figureOf } from '@/lib/tuning/figures/figure';
import { FigureRun } from '@/lib/tuning/figures/figure-run';
import type { CorpusSession } from '@/lib/tuning/corpus-session';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { decodeReferences } from '@/lib/tokens/references/reference-codec';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import { Slices, type SliceHost } from './slices';
import type { FigureTask, TuneReply } from './tune-messages';

/** Milliseconds between two reports. */
const REPORT_MS = 100;

/** Environment of figures. */
interface FigureHost extends SliceHost {
  readonly post: (reply: TuneReply) => void;
  /** Fetches the encoded names in a session's texts; empty for one of numbers alone. */
  readonly names: (id: string, signal: AbortSignal) => Promise<Uint8Array>;
}

/**
 * Computes figures in slices and says how far it is; the price list is fetched when the first is. Names
 * are fetched session by session, where a figure needs them, and those of one are held at a time.
 */
export async function tuneFigures(
  { sessions, plan }: { readonly sessions: readonly CorpusSession[]; readonly plan: SweepPlan },
  { figures, cells, prices }: FigureTask,
  host: FigureHost,
  { run, signal }: { readonly run: number; readonly signal: AbortSignal },
): Promise<void> {
  const { ratesOf, sessionPrices } = await import('@/lib/host/prices/session-prices');
  const slices = new Slices(host);
  await slices.begin();
  const today = new Date();
  const held = new HeldNames(figures.some(isOfNames), sessions, host);
  const work = new FigureRun(
    { plan, cells, figures },
    {
      length: sessions.length,
      at: (row) => {
        const session = sessions[row]?.session;
        if (session === undefined) return undefined;
        const own = sessionPrices(session.profile, today, prices);
        return { session, input: { ratesOf: ratesOf(own), names: held.names } };
      },
    },
  );
  let reported = host.now();
  while (!work.ended && !signal.aborted) {
    const { row } = work;
    await held.take(row, signal);
    if (signal.aborted) break;
    work.advance(() => slices.isOver() || work.row !== row);
    if (host.now() - reported >= REPORT_MS) {
      reported = host.now();
      host.post({ kind: 'figuring', run, ...work.progress(), ms: slices.ms });
    }
    await slices.rest();
  }
  const results = work.ended ? work.results : null;
  host.post({ kind: 'figured', run, ms: slices.ms, results });
}

const isOfNames = (id: FigureTask['figures'][number]): boolean => figureOf(id).needs === 'names';

/** The names of the session that is computed. */
class HeldNames {
  names: ReferenceIndex | null = null;
  #row = -1;

  constructor(
    private readonly wanted: boolean,
    private readonly sessions: readonly CorpusSession[],
    private readonly host: Pick<FigureHost, 'names'>,
  ) {}

  /** Holds the names of a row, in place of those before. @throws the host's error */
  async take(row: number, signal: AbortSignal): Promise<void> {
    if (row === this.#row) return;
    this.#row = row;
    this.names = null;
    const id = this.sessions[row]?.facts.id;
    if (!this.wanted || id === undefined) return;
    const bytes = await this.host.names(id, signal).catch((error: unknown) => {
      // Nobody waits for what is cancelled.
      if (signal.aborted) return new Uint8Array();
      throw error;
    });
    if (bytes.length > 0) this.names = decodeReferences(bytes);
  }
}
