import { isPlainJson } from '@/lib/base/json-depth';
import type { Json, Part } from '@/lib/session/schema';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { inlineBase64 } from '../../mechanisms/messages/inline-data';

/** Facts of a tool part. */
export interface OpenCodeTool {
  readonly call: Part | null;
  /** Answer to the call in the next request. */
  readonly response: readonly Part[];
  /** Time in ms at which the output was cleared from later requests; null if it was not. */
  readonly cleared: number | null;
  /** Time in ms at which the tool finished; null if it never did. */
  readonly ended: number | null;
}

/** Parts of a user's message as sent; text files come as separate texts. */
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

/** A file with its bytes; no part for one that is only named. */
function filePart(file: Fields | null): readonly Part[] {
  const mime = textOf(file?.['mime']) ?? 'application/octet-stream';
  if (file === null || mime === 'text/plain' || mime === 'application/x-directory') return [];
  const url = textOf(file['url']) ?? '';
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  return [inlineBase64(comma < 0 ? '' : url.slice(comma + 1), mime)];
}

/** A text or a thought of the model; null for other parts. */
export function writtenPart(part: Fields): Part | null {
  const text = textOf(part['text']);
  if (text === null) return null;
  if (part['type'] === 'text') return { kind: 'text', text };
  return part['type'] === 'reasoning' ? { kind: 'thought', text } : null;
}

/** Reads a tool part: the call, and its result in the next request. */
export function toolPart(part: Fields): OpenCodeTool {
  const state = fieldsOf(part['state']) ?? {};
  const time = fieldsOf(state['time']);
  const name = textOf(part['tool']) ?? 'unknown';
  const callId = textOf(part['callID']);
  const named = callId === null ? { name } : { name, id: callId };
  const args = (state['input'] ?? {}) as Json;
  const cleared = state['status'] === 'completed' ? numberOf(time?.['compacted']) : null;
  const response = { result: resultOf(state) };
  const files = state['status'] === 'completed' ? listOf(state['attachments']) : [];
  return {
    call: isPlainJson(args) ? { kind: 'call', ...named, args } : null,
    response: [
      { kind: 'response', ...named, response },
      ...files.flatMap((file) => filePart(fieldsOf(file))),
    ],
    cleared,
    ended: numberOf(time?.['end']),
  };
}

/** Result of a tool's run in the next request; an interrupted run gets a substitute answer. */
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
