import { formatInteger } from '@/lib/engine/base/format';
import { byteAt } from '@/lib/engine/base/read';
import { isRecording, settingsAt, type Replay } from '@/lib/engine/replay/replay';
import type { Json, Part, RecordedCompaction } from '@/lib/engine/session/schema';
import { policyEventsAt } from '../policy-events';

/** Text of a summary, or why there is none. */
export type SummaryText =
  | {
      readonly kind: 'recorded';
      readonly texts: readonly string[];
      /** The share that only the provider can read, in words; null where all is plain text. */
      readonly sealed: string | null;
    }
  /** Derivable from the entries: `fallbackText`. */
  | { readonly kind: 'mechanical'; readonly step: number }
  /** Not in the recording, or not written by a replay. */
  | { readonly kind: 'none'; readonly reason: string };

const NONE_RECORDED = 'The recording holds no text of this summary.';
const SIZES_RECORDED = 'The recording holds sizes in place of texts.';
const UNWRITTEN = 'A replay writes no summary; its size is estimated.';

/** A recorded summary as text. */
export function recordedSummaryText({ summary }: Pick<RecordedCompaction, 'summary'>): SummaryText {
  const texts = summary.flatMap((part) =>
    (part.kind === 'text' || part.kind === 'thought') && part.text !== '' ? [part.text] : [],
  );
  const sealed = sealedWords(summary);
  if (texts.length > 0) return { kind: 'recorded', texts, sealed };
  const sizes = summary.some(({ kind }) => kind === 'sized');
  return { kind: 'none', reason: sealed ?? (sizes ? SIZES_RECORDED : NONE_RECORDED) };
}

/** Says that a summary is encrypted; null where it is not. */
function sealedWords(summary: readonly Part[]): string | null {
  const sealed = summary.flatMap((part) => (part.kind === 'other' ? sealedLength(part.value) : []));
  if (sealed.length === 0) return null;
  const length = sealed.reduce((all, one) => all + one, 0);
  return `The summary is encrypted: ${formatInteger(length)} characters that only the provider can read.`;
}

function sealedLength(value: Json): readonly number[] {
  if (typeof value !== 'object' || value === null || !('encryptedLength' in value)) return [];
  return typeof value.encryptedLength === 'number' ? [value.encryptedLength] : [];
}

/** The step whose compaction wrote the summary that a step's request holds; −1 for none. */
export function summaryStep({ columns }: Replay, step: number): number {
  for (let i = step; i >= 0; i--) if (columns.compacted[i] === 1) return i;
  return -1;
}

/**
 * Text of the summary in a step's request: the recording's own where the replay did what it did, the
 * mechanical one where the summariser failed; else the reason for none.
 */
export function summaryTextAt(
  replay: Replay,
  step: number,
  recorded: readonly RecordedCompaction[],
): SummaryText {
  const { columns } = replay;
  if (isRecording(replay)) {
    const shown = recorded.findLast((one) => one.kind === 'summary' && one.step <= step);
    return shown ? recordedSummaryText(shown) : { kind: 'none', reason: NONE_RECORDED };
  }
  const made = summaryStep(replay, step);
  if (made >= 0 && byteAt(columns.reproduced, made) === 1) {
    const same = recorded.findLast((one) => one.kind === 'summary' && one.step === made);
    if (same) return recordedSummaryText(same);
  }
  return made >= 0 && isMechanical(replay, made)
    ? { kind: 'mechanical', step: made }
    : { kind: 'none', reason: UNWRITTEN };
}

/** True if the summary of a step's compaction follows from the entries: every call of it failed. */
export function isMechanical(replay: Replay, step: number): boolean {
  const { policy, columns } = replay;
  if (policy.summariser?.replacing === undefined || columns.compacted[step] !== 1) return false;
  const { summary } = settingsAt(replay, step);
  if (summary === 'fallback' || summary === 'empty') return true;
  // A fault names one call: with several passes another one may have answered.
  const failed = policyEventsAt(replay, step).some(({ kind }) => kind === 'failure');
  return failed && columns.attempts[step] === 1;
}
