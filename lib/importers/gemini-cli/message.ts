import type { Json, Part } from '@/lib/session/schema';
import { utf8Length } from '@/lib/base/utf8';
import { readInstruction, readPart } from '../genai';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { plain } from '../messages/json-text';

/** Recorded tool outputs are cut at 50 kB; one this long may have been longer. */
const CUT_BYTES = 50 * 1024 - 256;

/** One recorded tool call and what came back, where it did. */
export interface ToolCall {
  readonly id: string;
  readonly call: Part;
  readonly result: readonly Part[];
  /** The recorded output is as long as recorded outputs get. */
  readonly cut: boolean;
}

/** A message of a chat, its results apart: they belong to the next request. */
export interface ChatMessage {
  readonly id: string | null;
  readonly type: string;
  /** Texts and files; calls and results only where they stand in the content itself. */
  readonly parts: readonly Part[];
  readonly calls: readonly ToolCall[];
  readonly tokens: Fields | null;
  readonly model: string | null;
}

/** Reads a message; thoughts, which no later request holds, are left out. */
export function readMessage(message: Fields): ChatMessage {
  const content = plain(message['content'] ?? '');
  return {
    id: textOf(message['id']),
    type: textOf(message['type']) ?? 'unknown',
    parts: readInstruction(content).filter(({ kind }) => kind !== 'thought'),
    calls: listOf(message['toolCalls']).flatMap(readCall),
    tokens: fieldsOf(message['tokens']),
    model: textOf(message['model']),
  };
}

function readCall(value: unknown): readonly ToolCall[] {
  const fields = fieldsOf(value);
  if (fields === null) return [];
  const name = textOf(fields['name']) ?? 'unknown';
  const id = textOf(fields['id']) ?? name;
  const call: Part = { kind: 'call', name, id, args: plain(fields['args'] ?? {}) };
  const result = readResult(plain(fields['result'] ?? null), name, id);
  const cut = result.some((part) => utf8Length(outputOf(part)) >= CUT_BYTES);
  return [{ id, call, result, cut }];
}

/** A result is a list of parts; a bare text is what the tool said. */
function readResult(result: Json, name: string, id: string): readonly Part[] {
  if (typeof result === 'string') {
    return [{ kind: 'response', name, id, response: { output: result } }];
  }
  const list = Array.isArray(result) ? (result as readonly Json[]) : [result];
  return list.flatMap((part) =>
    typeof part === 'string' ? [{ kind: 'text' as const, text: part }] : readPart(part),
  );
}

function outputOf(part: Part): string {
  if (part.kind === 'text') return part.text;
  return part.kind === 'response' ? (textOf(fieldsOf(part.response)?.['output']) ?? '') : '';
}

/** A number for what a list of parts holds; a masked output differs from the one it stands for. */
export const digestOf = (parts: readonly Part[]): string => {
  const text = JSON.stringify(parts);
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length} ${hash}`;
};

/** The texts of parts, joined. */
export const textIn = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
