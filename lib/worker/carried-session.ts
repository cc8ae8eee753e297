/** Parts of the messages that hand a session and its replay to a worker. */
import type { Settings } from '@/lib/engine/policy/fields';
import type { SizeTable } from '@/lib/engine/sizes/size-table';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import type { Profile } from '@/lib/engine/tokens/profile';

/** A session, as a question carries it whose worker does not hold it. */
export interface CarriedSession {
  readonly profile: Profile;
  /** Heuristic tokens of the prefix. */
  readonly prefixTokens: number;
  /** Frozen tables of sizes, which settings name. */
  readonly tables: readonly SizeTable[];
}

/** The replay that is asked about. */
export interface AskedReplay {
  readonly policy: string;
  readonly settings: Settings;
  readonly faults: readonly Fault[];
  /** The policy watches the recording, which is of its own system or not; null: it decides. */
  readonly observed: { readonly own: boolean } | null;
}

/** Replies beside an answer: nothing more comes, or it failed. */
export type Ending =
  | { readonly kind: 'end'; readonly run: number }
  | { readonly kind: 'failed'; readonly run: number; readonly message: string };
