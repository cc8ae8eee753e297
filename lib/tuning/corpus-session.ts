import type { Replayable } from '@/lib/engine/replay/prepare';

/** What a corpus knows of a session besides its numbers. */
export interface CorpusFacts {
  readonly id: string;
  readonly name: string;
  readonly agent: string;
  readonly model: string | null;
  /** SHA-256 of its numbers: part of the key of every result. */
  readonly hash: string;
  /** Made by a scenario: it is replayed and shown, and never decides. */
  readonly generated: boolean;
  /** It belongs to another session (a sub-agent, a side chain). */
  readonly subAgent: boolean;
  /**
   * Sessions of one cluster are not independent: the same parent, the same trace, or the same
   * repository where the recording names it.
   */
  readonly cluster: string;
  /** Milliseconds since 1970 of its first step; null where the recording has no times. */
  readonly startedAt: number | null;
}

/** A session of a corpus, ready to be replayed. */
export interface CorpusSession {
  readonly facts: CorpusFacts;
  readonly session: Replayable;
}
