import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Notice } from '@/lib/engine/session/schema';

/** Facts of a session that its numbers do not hold. */
export interface About {
  /** The agent that recorded it, in words. */
  readonly agent: string;
  /** Those of its import. */
  readonly notices: readonly Notice[];
  /** Prices of its models, where its host has a list of them. */
  readonly ratesOf?: RatesOf;
}

/** An entry as a sentence names it. */
export interface EntryName {
  /** Tool that it calls, or whose result it holds; null for other entries. */
  readonly tool: string | null;
  /** What the call is about, in a word of its arguments; null where none is short enough. */
  readonly subject: string | null;
}

/** Names of entries; null where they are not known. */
export type NameOf = (entry: number) => EntryName | null;

/** What detectors read. */
export interface Evidence {
  readonly replay: Replay;
  readonly about: About;
  readonly nameOf: NameOf;
}
