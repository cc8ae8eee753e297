import { SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import type { MeasuredGuard, Profile } from '@/lib/engine/tokens/profile';
import type { Replay } from './replay';

/** Bytes that the importer put around a stored summary, whatever the version did. */
export const IMPORTED_WRAPPER = SUMMARY_WRAPPER;

/** One replayed value that differs from ContextGuard's recorded state. */
interface GuardMismatch {
  readonly step: number;
  readonly key: 'realTokens' | 'lastHeuristic' | 'watermark' | 'summaryBytes' | 'summarizedAt';
  readonly recorded: number;
  readonly replayed: number;
}

/** Agreement of a replay with the `__context_guard_*` keys in a trace. */
interface GuardAgreement {
  /** Steps with recorded state. */
  readonly steps: number;
  /** Steps on which every recorded key equals the replayed one. */
  readonly agreeing: number;
  readonly mismatches: readonly GuardMismatch[];
}

/**
 * Compares each replayed step's state after the response with the recorded one, all five keys. The
 * count it fired at (`summarized_at`) is compared at the steps that compacted.
 */
export function guardAgreement(profile: Profile, replay: Replay): GuardAgreement {
  const { realAfter, lastHeuristicAfter, watermarkAfter } = replay.columns;
  const mismatches: GuardMismatch[] = [];
  const wrong = new Set<number>();
  for (const state of profile.head.guard) {
    const pairs = [
      ['realTokens', state.realTokens, realAfter[state.step]],
      ['lastHeuristic', state.lastHeuristic, lastHeuristicAfter[state.step]],
      ['watermark', state.watermark, watermarkAfter[state.step]],
      ['summaryBytes', state.summaryBytes, storedBytes(replay, state)],
      ['summarizedAt', ...firedAt(profile, replay, state.step)],
    ] as const;
    for (const [key, recorded, replayed] of pairs) {
      if (recorded === null || replayed === undefined || recorded === replayed) continue;
      mismatches.push({ step: state.step, key, recorded, replayed });
      wrong.add(state.step);
    }
  }
  const steps = profile.head.guard.length;
  return { steps, agreeing: steps - wrong.size, mismatches };
}

/** Bytes of the replayed summary; the recorded ones where both are the same with their wrapper. */
function storedBytes(
  { columns, form, observation }: Replay,
  { step, summaryBytes }: MeasuredGuard,
): number | undefined {
  const bytes = columns.summaryBytes[step];
  const same =
    bytes !== undefined &&
    bytes > 0 &&
    summaryBytes !== null &&
    // A recorded summary is sized as it stands in the recording, wrapper included.
    bytes + (observation === null ? form.wrapperBytes : 0) === summaryBytes + IMPORTED_WRAPPER;
  return same ? summaryBytes : bytes;
}

/**
 * The recorded and the replayed count of a step that compacted; null where it is not recorded. An
 * importer takes `summarized_at` for the count before a compaction; generated sessions have another.
 */
function firedAt(
  { head }: Profile,
  { columns }: Replay,
  step: number,
): readonly [number | null, number | undefined] {
  const recorded = head.compactions.find((one) => one.kind === 'summary' && one.step === step);
  const value = columns.decision[step];
  const isFired = columns.compacted[step] === 1 && value !== undefined && !Number.isNaN(value);
  return [isFired && !head.generated ? (recorded?.preTokens ?? null) : null, value];
}
