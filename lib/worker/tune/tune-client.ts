import type { Coverage } from '@/lib/tuning/evidence/coverage';
import type { RatioQuestion, RatioReport } from '@/lib/tuning/evidence/ratio-report';
import type { SessionEdge } from '@/lib/tuning/recommend/deciding-edge';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { WorkerLink, type WorkerPort } from '../worker-link';
import type { FigureTask, LoadedSession, SweepTask, TuneReply, TuneTask } from './tune-messages';

type Reply<Kind extends TuneReply['kind']> = Extract<TuneReply, { readonly kind: Kind }>;

/** Where a sweep stands. */
export type SweepProgress = Omit<Reply<'progress'>, 'kind' | 'run'>;
/** End of a sweep. */
export type SweepEnd = Omit<Reply<'swept'>, 'kind' | 'run'>;

/** How far figures are. */
export type FigureProgress = Omit<Reply<'figuring'>, 'kind' | 'run'>;

/** What a sweep reports while it runs. */
export interface SweepListener {
  readonly onProgress: (progress: SweepProgress) => void;
  readonly onCovered: (coverage: Coverage) => void;
  /** The grid has ended; the policies beside it go on. */
  readonly onAnswered: (end: SweepEnd) => void;
}

interface OpenRun {
  /** Takes a reply; true if it is the last. */
  readonly take: (reply: TuneReply) => boolean;
  readonly reject: (error: Error) => void;
}

/** Client of one worker for tuning. Every call rejects if the worker cannot start or breaks. */
export class TuneClient {
  readonly #link: WorkerLink<TuneReply, OpenRun>;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({
      start,
      take: (reply: TuneReply, { take, reject }: OpenRun) => {
        if (reply.kind !== 'failed') return take(reply);
        reject(new Error(reply.message));
        return true;
      },
    });
  }

  /** Hands sessions over; answers for each whether it could be read. */
  async load(
    sessions: Extract<TuneTask, { do: 'load' }>['sessions'],
    signal: AbortSignal,
  ): Promise<readonly LoadedSession[]> {
    return (await this.#once({ do: 'load', sessions }, 'loaded', signal)).sessions;
  }

  /** Sweeps; no progress follows an abort. */
  sweep(
    task: Omit<SweepTask, 'do'>,
    { onProgress, onCovered, onAnswered }: SweepListener,
    signal: AbortSignal,
  ): Promise<SweepEnd> {
    return new Promise((resolve, reject) => {
      const take = (reply: TuneReply): boolean => {
        if (reply.kind === 'progress' && !signal.aborted) onProgress(reply);
        if (reply.kind === 'covered' && !signal.aborted) onCovered(reply.coverage);
        if (reply.kind === 'answered' && !signal.aborted) onAnswered(reply);
        if (reply.kind === 'swept') resolve(reply);
        return reply.kind === 'swept';
      };
      this.#link.run({ take, reject }, { task: { do: 'sweep', ...task } }, signal);
    });
  }

  /** The sessions of the latest sweep under other cells of its plan. */
  async cells(
    cells: Extract<TuneTask, { do: 'cells' }>['cells'],
    signal: AbortSignal,
  ): Promise<SweepResults> {
    return (await this.#once({ do: 'cells', cells }, 'totals', signal)).results;
  }

  /** The first step at which each session fares otherwise under two cells of the latest sweep's plan. */
  async deciding(
    task: Omit<Extract<TuneTask, { do: 'deciding' }>, 'do'>,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    return (await this.#once({ do: 'deciding', ...task }, 'steps', signal)).steps;
  }

  /** The edges that decide some sessions of the latest sweep, in the order of the ids. */
  async edges(ids: readonly string[], signal: AbortSignal): Promise<readonly SessionEdge[]> {
    return (await this.#once({ do: 'edges', ids }, 'edges', signal)).edges;
  }

  /** What the recorded ratios of the latest sweep's sessions say. */
  async ratios(question: RatioQuestion, signal: AbortSignal): Promise<RatioReport> {
    return (await this.#once({ do: 'ratios', ...question }, 'ratios', signal)).report;
  }

  /** The latest sweep's recommendation with edges over every value, and other assumptions in words. */
  assure(signal: AbortSignal): Promise<Reply<'assured'>> {
    return this.#once({ do: 'assure' }, 'assured', signal);
  }

  /** The text of highwater.yaml for some settings and the latest sweep's sessions. */
  async record(
    task: Omit<Extract<TuneTask, { do: 'record' }>, 'do'>,
    signal: AbortSignal,
  ): Promise<string> {
    return (await this.#once({ do: 'record', ...task }, 'recorded', signal)).yaml;
  }

  /** Computed cells of the latest sweep, by their index. */
  async read(cells: readonly number[], signal: AbortSignal): Promise<SweepResults> {
    return (await this.#once({ do: 'read', cells }, 'totals', signal)).results;
  }

  /** Figures of the latest sweep's sessions under cells of its plan; null where it is cancelled. */
  figures(
    task: Omit<FigureTask, 'do'>,
    onProgress: (progress: FigureProgress) => void,
    signal: AbortSignal,
  ): Promise<Reply<'figured'>> {
    return new Promise((resolve, reject) => {
      const take = (reply: TuneReply): boolean => {
        if (reply.kind === 'figuring' && !signal.aborted) onProgress(reply);
        if (reply.kind === 'figured') resolve(reply);
        return reply.kind === 'figured';
      };
      this.#link.run({ take, reject }, { task: { do: 'figures', ...task } }, signal);
    });
  }

  #once<Kind extends TuneReply['kind']>(
    task: TuneTask,
    kind: Kind,
    signal: AbortSignal,
  ): Promise<Reply<Kind>> {
    return new Promise((resolve, reject) => {
      const take = (reply: TuneReply): boolean => {
        if (reply.kind === kind) resolve(reply as Reply<Kind>);
        return true;
      };
      this.#link.run({ take, reject }, { task }, signal);
    });
  }
}
