import { isPlainJson } from '@/lib/base/json-depth';
import { base64Length } from '@/lib/base/utf8';
import type { Json, Part } from '@/lib/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';

/** What a tool part says of itself. */
export interface OpenCodeTool {
  readonly call: Part | null;
  /** What answers the call in the next request. */
  readonly response: readonly Part[];
  /** Milliseconds at which the output was cleared from later requests; null where it was not. */
  readonly cleared: number | null;
  /** Milliseconds at which the tool was done; null where it never was. */
  readonly ended: number | null;
}

/** A time in milliseconds since 1970, or null. */
export const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Parts of a user's message as they are sent; files of text stand as texts beside themselves. */
export function userParts(parts: readonly unknown[]): readonly Part[] {
  return parts.flatMap((item): readonly Part[] => {
    const part = fieldsOf(item);
    switch (part?.['type']) {
      case 'text': {
        const text = part['ignored'] === true ? null : textOf(part['text']);
        return text === null ? [] : [{ kind: 'text', text }];
      }
      case 'file':
        return filePart(part);
      case 'subtask':
        return [{ kind: 'text', text: 'The following tool was executed by the user' }];
      default:
        return [];
    }
  });
}

/** A file with its bytes; one that is only named holds none. */
export function filePart(file: Fields | null): readonly Part[] {
  const mime = textOf(file?.['mime']) ?? 'application/octet-stream';
  if (file === null || mime === 'text/plain' || mime === 'application/x-directory') return [];
  const url = textOf(file['url']) ?? '';
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  return [{ kind: 'inline', mime, bytes: comma < 0 ? 0 : base64Length(url.slice(comma + 1)) }];
}

/** A text or a thought of the model; null for every other part. */
export function writtenPart(part: Fields): Part | null {
  const text = textOf(part['text']);
  if (text === null) return null;
  if (part['type'] === 'text') return { kind: 'text', text };
  return part['type'] === 'reasoning' ? { kind: 'thought', text } : null;
}

/** Reads a tool part: the call, and what the next request holds of its result. */
export function toolPart(part: Fields): OpenCodeTool {
  const state = fieldsOf(part['state']) ?? {};
  const time = fieldsOf(state['time']);
  const name = textOf(part['tool']) ?? 'unknown';
  const callId = textOf(part['callID']);
  const named = callId === null ? { name } : { name, id: callId };
  const args = (state['input'] ?? {}) as Json;
  const cleared = state['status'] === 'completed' ? momentOf(time?.['compacted']) : null;
  const response = { result: resultOf(state) };
  const files = state['status'] === 'completed' ? listOf(state['attachments']) : [];
  return {
    call: isPlainJson(args) ? { kind: 'call', ...named, args } : null,
    response: [
      { kind: 'response', ...named, response },
      ...files.flatMap((file) => filePart(fieldsOf(file))),
    ],
    cleared,
    ended: momentOf(time?.['end']),
  };
}

/** What the next request says of a tool's run; one that was broken off is answered in its place. */
function resultOf(state: Fields): string {
  switch (state['status']) {
    case 'completed':
      return textOf(state['output']) ?? '';
    case 'error': {
      const metadata = fieldsOf(state['metadata']);
      const partial = metadata?.['interrupted'] === true ? metadata['output'] : undefined;
      return typeof partial === 'string' ? partial : (textOf(state['error']) ?? '');
    }
    default:
      return '[Tool execution was interrupted]';
  }
}
