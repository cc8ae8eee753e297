import { callOf, responseOf, textParts } from '../../mechanisms/messages/parts';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json, Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { inlineBase64 } from '../../mechanisms/messages/inline-data';

/** One attempted call of a message: the model's output and how the call ended. */
export interface Segment {
  readonly written: Part[];
  readonly tools: OpenCodeTool[];
  /** finished: a step-finish closed it. open: nothing did. retry: it failed and was repeated. */
  end: 'finished' | 'open' | 'retry';
  /** The step-finish part. */
  finish: Fields | null;
}

const begun = (): Segment => ({ written: [], tools: [], end: 'open', finish: null });

const isEmpty = ({ written, tools }: Segment): boolean =>
  written.length === 0 && tools.length === 0;

/** Splits a model's message into its calls; `refused` counts calls nested too deep to be kept. */
export function segmentsOf(parts: readonly unknown[]) {
  const segments: Segment[] = [];
  let open = begun();
  let refused = 0;
  const close = (end: Segment['end'], finish: Fields | null): void => {
    segments.push({ ...open, end, finish });
    open = begun();
  };
  for (const item of parts) {
    const part = fieldsOf(item);
    if (part === null) continue;
    if (part['type'] === 'step-start' && !isEmpty(open)) close('open', null);
    else if (part['type'] === 'step-finish') close('finished', part);
    else if (part['type'] === 'retry') segments.push({ ...begun(), end: 'retry' });
    else if (part['type'] === 'tool') {
      const tool = toolPart(part);
      if (tool.call === null) refused++;
      else open.written.push(tool.call);
      open.tools.push(tool);
    } else {
      const written = writtenPart(part);
      if (written !== null) open.written.push(written);
    }
  }
  if (!isEmpty(open)) close('open', null);
  return { segments, refused };
}

/** Errors after an answered call; all others are failed calls. */
const answered = new Set([
  'MessageAbortedError',
  'MessageOutputLengthError',
  'StructuredOutputError',
]);

/** Facts of a message's error. */
export type OpenCodeError = NonNullable<ReturnType<typeof readOpenCodeError>>;

/** Reads a message's `error`; null without one. */
export function readOpenCodeError(value: unknown) {
  const error = fieldsOf(value);
  if (error === null) return null;
  const data = fieldsOf(error['data']);
  const name = (textOf(error['name']) ?? 'error').slice(0, 60);
  return {
    name,
    message: textOf(data?.['message']) ?? textOf(error['message']) ?? '',
    aborted: name === 'MessageAbortedError',
    /** True if the failed call had been answered: the error belongs to no further attempt. */
    answered: answered.has(name),
    /** True if the provider refused the request for its size. */
    overflow: name === 'ContextOverflowError',
  };
}

/** Facts of a tool part. */
type OpenCodeTool = ReturnType<typeof toolPart>;

/** Parts of a user's message as sent; text files come as separate texts. */
export function userParts(parts: readonly unknown[]): readonly Part[] {
  return parts.flatMap((item): readonly Part[] => {
    const part = fieldsOf(item);
    switch (part?.['type']) {
      case 'text':
        return part['ignored'] === true ? [] : textParts(part['text']);
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
function writtenPart(part: Fields): Part | null {
  const text = textOf(part['text']);
  if (text === null) return null;
  if (part['type'] === 'text') return { kind: 'text', text };
  return part['type'] === 'reasoning' ? { kind: 'thought', text } : null;
}

/** Reads a tool part: the call, and its result in the next request. */
function toolPart(part: Fields) {
  const state = fieldsOf(part['state']) ?? {};
  const time = fieldsOf(state['time']);
  const name = textOf(part['tool']) ?? 'unknown';
  const callId = textOf(part['callID']);
  const args = (state['input'] ?? {}) as Json;
  const cleared = state['status'] === 'completed' ? numberOf(time?.['compacted']) : null;
  const files = state['status'] === 'completed' ? listOf(state['attachments']) : [];
  return {
    call: isPlainJson(args) ? callOf(callId, name, args) : null,
    /** Answer to the call in the next request. */
    response: [
      responseOf(callId, name, { result: resultOf(state) }),
      ...files.flatMap((file) => filePart(fieldsOf(file))),
    ],
    /** Time in ms at which the output was cleared from later requests; null if it was not. */
    cleared,
    /** Time in ms at which the tool finished; null if it never did. */
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
