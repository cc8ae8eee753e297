import type { Json, Part } from '@/lib/engine/session/schema';
import { textHash } from '@/lib/engine/base/text-hash';
import { utf8Length } from '@/lib/engine/base/utf8';
import { readInstruction, readPart } from '../../mechanisms/genai';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';

/** Recorded tool outputs are cut at 50 kB; one this long may have been longer. */
const CUT_BYTES = 50 * 1024 - 256;

/** A message of a chat; its results are separate, since they belong to the next request. */
export type ChatMessage = ReturnType<typeof readMessage>;

/** Reads a message; thoughts, which no later request holds, are left out. */
export function readMessage(message: Fields) {
  const content = plain(message['content'] ?? '');
  return {
    id: textOf(message['id']),
    type: textOf(message['type']) ?? 'unknown',
    /** Texts and files; calls and results only if the content itself holds them. */
    parts: readInstruction(content).filter(({ kind }) => kind !== 'thought'),
    calls: listOf(message['toolCalls']).flatMap(readCall),
    tokens: fieldsOf(message['tokens']),
    model: textOf(message['model']),
  };
}

/** One recorded tool call and its result, if recorded; `cut` if it is as long as those get. */
function readCall(value: unknown) {
  const fields = fieldsOf(value);
  if (fields === null) return [];
  const name = textOf(fields['name']) ?? 'unknown';
  const id = textOf(fields['id']) ?? name;
  const call: Part = { kind: 'call', name, id, args: plain(fields['args'] ?? {}) };
  const result = ownResult(readResult(plain(fields['result'] ?? null), name, id), id);
  const cut = result.some((part) => utf8Length(outputOf(part)) >= CUT_BYTES);
  return [{ id, call, result, cut }];
}

/** A resumed chat writes the results of all calls of a message with each of them. */
function ownResult(parts: readonly Part[], id: string): readonly Part[] {
  const isOwn = (part: Part): boolean => part.kind === 'response' && part.id === id;
  return parts.some(isOwn)
    ? parts.filter((part) => part.kind !== 'response' || isOwn(part))
    : parts;
}

/** A result: a list of parts, or a bare text as the tool's output. */
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

/** Digest of a result, of its files only where it has no response; a masked output differs from the original. */
export function digestOf(parts: readonly Part[]): string {
  const responses = parts.filter(({ kind }) => kind === 'response');
  const text = JSON.stringify(responses.length > 0 ? responses : parts);
  return `${text.length} ${textHash(text)}`;
}

/** The texts of parts, joined. */
export const textIn = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
