import type { FailedCompaction, Part, RecordedCompaction } from '@/lib/session/schema';
import {
  countOf,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';

/** Facts of a compaction line. */
export interface PiCompaction {
  readonly summary: readonly Part[];
  readonly trigger: RecordedCompaction['trigger'];
  readonly preTokens: number | null;
  readonly time: string | null;
  /** The first entry that stayed: an identifier, or (version 1) a record of the file from 0. */
  readonly firstKept: string | number | null;
  /** Times of the messages that newer versions repeat after the summary; null in older versions. */
  readonly tail: readonly (number | null)[] | null;
}

/** A message replaced in later requests, or (without parts) removed from them. */
export interface PiEdit {
  readonly target: string | null;
  readonly parts: readonly Part[];
  readonly time: string | null;
}

/** Reads a `compaction` line. */
export function readPiCompaction(line: Fields, time: string | null): PiCompaction {
  const summary = textOf(line['summary']);
  const tail = line['retainedTail'];
  return {
    summary: summary === null ? [] : [{ kind: 'text', text: summary }],
    trigger: triggerOf(line['reason']),
    preTokens: countOf(line['tokensBefore']),
    time,
    firstKept: textOf(line['firstKeptEntryId']) ?? countOf(line['firstKeptEntryIndex']),
    tail: Array.isArray(tail)
      ? listOf(tail).map((message) => numberOf(fieldsOf(message)?.['timestamp']))
      : null,
  };
}

/** Reads the end of a compaction without a result in the event stream; null where none was tried. */
export function readPiFailure(line: Fields, time: string | null): Partial<FailedCompaction> | null {
  const aborted = line['aborted'] === true ? 'aborted' : null;
  const reason = textOf(line['errorMessage']) ?? aborted;
  return reason === null ? null : { trigger: triggerOf(line['reason']), reason, time };
}

/** Trigger of a compaction; only the event stream holds it, the session file does not. */
function triggerOf(reason: unknown): RecordedCompaction['trigger'] {
  if (reason === 'manual') return 'manual';
  return reason === 'threshold' || reason === 'overflow' ? 'auto' : 'unknown';
}
