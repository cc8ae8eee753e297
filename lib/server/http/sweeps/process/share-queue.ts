import type { SharePlace } from '@/lib/server/db/sweeps/shares';

/** A share that this process is to compute. */
export interface TakenShare {
  readonly place: SharePlace;
  /** It is settled: computed, or not needed. */
  readonly done: () => Promise<void>;
  /** It failed for a passing reason: it is to be taken again. */
  readonly again: () => Promise<void>;
}

/** Shares that wait, for one process. */
export interface ShareQueue {
  /** The next share; null if none waits. Advances sweeps all of whose shares are computed. */
  next(): Promise<TakenShare | null>;
  /** A phase was added: its shares wait. */
  grown(): Promise<void>;
  close(): Promise<void>;
}
