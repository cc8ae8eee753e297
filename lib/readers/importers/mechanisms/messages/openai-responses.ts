/**
 * Input and output items of OpenAI's Responses API.
 * https://platform.openai.com/docs/api-reference/responses/create
 */
import type { Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { callPart, otherPart, readBlocks, responseParts } from './blocks';
import { inlineBase64 } from './inline-data';
import { plain } from './json-text';
import { CallNames, sideOf, splitSystem, type Messages, type Turn } from './turns';

/**
 * System prompt (without the request's `instructions`) and messages of a request's `input`, or of a
 * response's `output`. Consecutive items of the model are one message.
 */
export function readResponseItems(input: unknown, names = new CallNames()): Messages {
  if (typeof input === 'string') {
    return splitSystem([{ role: 'user', parts: readBlocks(input, names) }]);
  }
  const turns: Turn[] = [];
  for (const item of listOf(input)) {
    const fields = fieldsOf(item);
    for (const turn of fields === null ? [] : readItemTurns(fields, names)) {
      const before = turns.at(-1);
      if (turn.role !== 'model' || before?.role !== 'model') turns.push(turn);
      else turns[turns.length - 1] = { role: 'model', parts: [...before.parts, ...turn.parts] };
    }
  }
  return splitSystem(turns);
}

const model = (...parts: readonly Part[]): readonly Turn[] => [{ role: 'model', parts }];

/** The turns of one item: none, one, or a call of the provider's own tools with its result. */
export function readItemTurns(item: Fields, names: CallNames): readonly Turn[] {
  const type = textOf(item['type']) ?? 'message';
  const call = (name: string, args: unknown): Part =>
    callPart({ id: textOf(item['call_id']) ?? textOf(item['id']), name, args }, names);
  switch (type) {
    case 'message':
      return [readMessage(item, names)];
    case 'reasoning':
      return model(...readBlocks([item], names));
    case 'function_call':
      return model(call(textOf(item['name']) ?? 'unknown', item['arguments']));
    case 'custom_tool_call':
      return model(call(textOf(item['name']) ?? 'unknown', item['input']));
    case 'local_shell_call':
    case 'shell_call':
    case 'computer_call':
      return model(call(type.replace(/_call$/, ''), item['action']));
    case 'apply_patch_call':
      return model(call('apply_patch', item['operation']));
    case 'mcp_call':
      return readMcpCall(item, names);
    case 'image_generation_call':
      return model(inlineBase64(textOf(item['result']) ?? '', 'image/png'));
    case 'computer_call_output':
      return [readOutput(item, [item['output']], names)];
    default:
      return type.endsWith('_call_output')
        ? [readOutput(item, item['output'], names)]
        : model(unknownItem(type, item));
  }
}

function readMessage(item: Fields, names: CallNames): Turn {
  const side = sideOf(textOf(item['role']) ?? 'user');
  const parts = readBlocks(item['content'], names);
  if (side === 'system') return { role: 'user', parts, system: true };
  return { role: side, parts };
}

function readOutput(item: Fields, output: unknown, names: CallNames): Turn {
  const id = textOf(item['call_id']) ?? textOf(item['id']);
  return { role: 'user', parts: responseParts({ id, content: output }, names) };
}

/** A tool call that the provider itself made elsewhere: call and result are one item. */
function readMcpCall(item: Fields, names: CallNames): readonly Turn[] {
  const id = textOf(item['id']);
  const name = textOf(item['name']) ?? 'unknown';
  const made = callPart({ id, name, args: item['arguments'] }, names);
  const content = item['output'] ?? item['error'];
  if (content === undefined || content === null) return model(made);
  return [...model(made), { role: 'user', parts: responseParts({ id, name, content }, names) }];
}

/** Searches, compactions, references: kept unchanged, except ids and encrypted content. */
function unknownItem(type: string, item: Fields): Part {
  const { id: _id, status: _status, encrypted_content: encrypted, ...rest } = item;
  const bytes = typeof encrypted === 'string' ? { encryptedLength: encrypted.length } : {};
  const reference = type === 'item_reference' ? { id: plain(item['id'] ?? null) } : {};
  return otherPart(type, { ...rest, ...bytes, ...reference });
}
