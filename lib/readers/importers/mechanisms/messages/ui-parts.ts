/**
 * Parts of the AI SDK's UI messages, of versions 4 and 5, which Mastra stores as well.
 * https://github.com/vercel/ai/blob/main/packages/ai/src/ui/ui-messages.ts
 */
import type { Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { callPart, otherPart, readBlocks, responseParts } from './blocks';
import { textParts } from './parts';
import type { CallNames } from './turns';

/** One step of an answer: what the model said, and the results of its calls. */
export interface UiStep {
  readonly said: readonly Part[];
  readonly results: readonly Part[];
}

/** A call of a tool in a part, in the words of either version. */
interface UiCall {
  readonly id: string | null;
  readonly name: string;
  readonly args: unknown;
  /** Undefined while there is no result. */
  readonly result: unknown;
}

function callIn(part: Fields, type: string): UiCall | null {
  const inner = type === 'tool-invocation' ? (fieldsOf(part['toolInvocation']) ?? part) : part;
  const typed = /^tool-(?!invocation$|call$|result$)(.+)$/.exec(type)?.[1];
  if (type !== 'tool-invocation' && type !== 'dynamic-tool' && typed === undefined) return null;
  return {
    id: textOf(inner['toolCallId']),
    name: typed ?? textOf(inner['toolName']) ?? 'unknown',
    args: inner['input'] ?? inner['args'] ?? inner['rawInput'],
    result: inner['output'] ?? inner['result'] ?? inner['errorText'],
  };
}

/** The steps of an answer's parts: a `step-start` begins one, and so does what is said after results. */
export function uiSteps(parts: readonly unknown[], names: CallNames): readonly UiStep[] {
  const steps: { said: Part[]; results: Part[] }[] = [];
  let open: { said: Part[]; results: Part[] } | null = null;
  for (const item of parts) {
    const part = fieldsOf(item);
    const type = textOf(part?.['type']) ?? '';
    if (part === null || type.startsWith('source') || type.startsWith('data-')) continue;
    if (type === 'step-start') {
      open = null;
      continue;
    }
    const call = callIn(part, type);
    const after = call === null && (open?.results.length ?? 0) > 0;
    if (open === null || after) steps.push((open = { said: [], results: [] }));
    if (call === null) open.said.push(...uiPart(part, type, names));
    else {
      open.said.push(callPart(call, names));
      if (call.result === undefined || call.result === null) continue;
      open.results.push(
        ...responseParts({ id: call.id, name: call.name, content: call.result }, names),
      );
    }
  }
  return steps;
}

/** A text, reasoning or a file. */
export function uiPart(part: Fields, type: string, names: CallNames): readonly Part[] {
  if (type === 'text') return textParts(part['text']);
  if (type === 'reasoning') return textParts(part['text'] ?? part['reasoning'], 'thought');
  return type === '' ? [] : type === 'file' ? readBlocks(part, names) : [otherPart(type, part)];
}

/** The parts of a user's or a system's message: its list, else its text, and what version 4 attaches. */
export const uiContent = (message: Fields, names: CallNames): readonly Part[] => {
  const parts = listOf(message['parts']).flatMap((item) => {
    const part = fieldsOf(item);
    return part === null ? [] : uiPart(part, textOf(part['type']) ?? '', names);
  });
  const attached = listOf(message['experimental_attachments']).flatMap((item) => {
    const file = fieldsOf(item) ?? {};
    return readBlocks({ type: 'file', url: file['url'], mediaType: file['contentType'] }, names);
  });
  return [...(parts.length > 0 ? parts : textParts(message['content'])), ...attached];
};

/** The parts of an answer: its list, else version 4's calls, reasoning and text as parts. */
export function answerParts(message: Fields): readonly unknown[] {
  const parts = listOf(message['parts']);
  if (parts.length > 0) return parts;
  const { reasoning, content } = message;
  const text = [{ type: 'text', text: content }];
  const calls = listOf(message['toolInvocations']).map((toolInvocation) => ({
    type: 'tool-invocation',
    toolInvocation,
  }));
  const thought = typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : [];
  return [...thought, ...calls, ...(textOf(content) === null ? [] : text)];
}
