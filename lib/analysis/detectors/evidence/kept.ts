import { firstWhere } from '@/lib/engine/base/search';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { CompactionFacts } from './compactions';

/** Half-open ranges of entries. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Entries that a recorded compaction kept of those before its boundary. */
export function keptByRecording({ head }: Profile) {
  const kept = new Map(head.compactions.map((one) => [one.step, one.kept]));
  return ({ step }: Pick<CompactionFacts, 'step'>): Ranges => kept.get(step) ?? [];
}

/** Entries that a replayed compaction kept of those before its cut. */
export const keptByReplay =
  (replay: Replay) =>
  ({ step }: Pick<CompactionFacts, 'step'>): Ranges => {
    const one = newestKept(replay, step);
    return one?.step === step ? one.ranges : [];
  };

/** Entries that the newest replayed compaction up to a step kept of those before its cut. */
export const keptUpTo = (replay: Replay, step: number): Ranges =>
  newestKept(replay, step)?.ranges ?? [];

function newestKept({ notes: { kept } }: Replay, step: number) {
  return kept[firstWhere(0, kept.length, (i) => (kept[i]?.step ?? 0) > step) - 1];
}
