import type { Replay } from '@/lib/replay/replay';

/** Judges a replay. A new one is a file that defines it and a line in `builtin.ts`. */
export interface Detector {
  /** Unique, and stable: exports name findings by it. */
  readonly id: string;
  /** Condition that makes a finding, in one sentence for readers. */
  readonly definition: string;
  readonly found: (replay: Replay) => boolean;
}

/** Declares a detector; the registry finds it. */
export const defineDetector = (detector: Detector): Detector => detector;
