import type { Part, RecordedCompaction } from '@/lib/session/schema';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../loose-json';

/** What a compaction line says. */
export interface PiCompaction {
  readonly summary: readonly Part[];
  readonly trigger: RecordedCompaction['trigger'];
  readonly preTokens: number | null;
  readonly time: string | null;
  /** The first entry that stayed: an identifier, or (version 1) a record of the file from 0. */
  readonly firstKept: string | number | null;
  /** Times of the messages that newer versions repeat behind the summary; null where they do not. */
  readonly tail: readonly (number | null)[] | null;
}

/** A message replaced in later requests, or (without parts) left out of them. */
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
      ? listOf(tail).map((message) => timeOfMessage(fieldsOf(message)))
      : null,
  };
}

/** Milliseconds since 1970 that a message carries itself; null where it carries none. */
export function timeOfMessage(message: Fields | null): number | null {
  const time = message?.['timestamp'];
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

/** The session file does not say why; the event stream does. */
function triggerOf(reason: unknown): RecordedCompaction['trigger'] {
  if (reason === 'manual') return 'manual';
  return reason === 'threshold' || reason === 'overflow' ? 'auto' : 'unknown';
}
