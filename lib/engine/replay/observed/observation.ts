import type { Recording } from './recording';

/** What a policy saw in a recording. */
export interface Observation {
  /** What it asks for at each step: index into `firings`. */
  readonly fires: Uint8Array;
  /** Its notes where it reached its threshold and asked for nothing, by step. */
  readonly held: ReadonlyMap<number, string>;
  /** The recording that it watched, with its boundaries. */
  readonly recording: Recording;
  /** The recording is of the policy's own system. */
  readonly own: boolean;
}
