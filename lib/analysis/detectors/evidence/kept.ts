import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { CompactionFacts } from './compactions';

/** Half-open ranges of entries. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Entries that a recorded compaction kept of those before its boundary. */
export const keptByRecording =
  ({ head }: Profile) =>
  ({ step }: Pick<CompactionFacts, 'step'>): Ranges =>
    head.compactions.findLast((one) => one.step === step)?.kept ?? [];

/** Entries that a replayed compaction kept of those before its cut. */
export const keptByReplay =
  ({ notes }: Replay) =>
  ({ step }: Pick<CompactionFacts, 'step'>): Ranges =>
    notes.kept.findLast((one) => one.step === step)?.ranges ?? [];
