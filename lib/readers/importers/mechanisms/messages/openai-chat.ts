/**
 * Messages and tools of OpenAI's Chat Completions, with the additions of compatible providers.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import type { Part, Tool } from '@/lib/engine/session/schema';
import type { Message } from '../calls/recorded-call';
import { textParts } from './parts';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { callPart, otherPart, readBlocks, responseParts } from './blocks';
import { plain } from './json-text';
import { CallNames, sideOf, splitSystem, type Messages, type Turn } from './turns';

/**
 * Messages, system prompt and tools of Anthropic's Messages API.
 * https://docs.anthropic.com/en/api/messages
 */
/** The messages of a request, or the response (`{role, content}`) in a list. */
export function readAnthropicMessages(
  messages: unknown,
  names = new CallNames(),
): readonly Message[] {
  const turns = listOf(messages).flatMap((item): Turn[] => {
    const message = fieldsOf(item);
    if (message === null) return [];
    const side = sideOf(textOf(message['role']) ?? 'user');
    const parts = readBlocks(message['content'], names);
    return [side === 'system' ? { role: 'user', parts, label: 'system' } : { role: side, parts }];
  });
  return splitSystem(turns).messages;
}

/** The system prompt, a text or blocks; null if the request has none. */
export function readAnthropicSystem(system: unknown): readonly Part[] | null {
  if (system === undefined || system === null) return null;
  return readBlocks(system, new CallNames());
}

/** System prompt and messages of a request's `messages`, or of a response's message in a list. */
export function readChatMessages(messages: unknown, names = new CallNames()): Messages {
  const turns: Turn[] = [];
  for (const item of listOf(messages)) {
    const message = fieldsOf(item);
    if (message !== null) turns.push(readChatTurn(message, names));
  }
  return splitSystem(turns);
}

/**
 * One message; the names of the called tools are stored for their results. `answered` is the id of
 * the call that a tool's message answers.
 */
export function readChatTurn(
  message: Fields,
  names: CallNames,
  answered = message['tool_call_id'],
): Turn {
  const role = textOf(message['role']) ?? 'user';
  if (role === 'tool' || role === 'function') {
    return readToolTurn(message, textOf(answered), names);
  }
  const side = sideOf(role);
  const parts = readBlocks(message['content'], names);
  if (side === 'system') return { role: 'user', parts, system: true };
  if (side === 'user') return { role: 'user', parts };
  const said = [...thoughts(message, parts), ...parts];
  addRefusal(said, message);
  addCalls(said, message, parts, names);
  return { role: 'model', parts: said };
}

function readToolTurn(message: Fields, id: string | null, names: CallNames): Turn {
  const name = textOf(message['name']) ?? textOf(message['function']);
  // The AI SDK's tool messages hold one result per block, each with its own id.
  if (id === null && listOf(message['content']).some(isResult)) {
    return { role: 'user', parts: readBlocks(message['content'], names) };
  }
  return { role: 'user', parts: responseParts({ id, name, content: message['content'] }, names) };
}

const isResult = (block: unknown): boolean =>
  ['tool-result', 'tool-error', 'tool_result'].includes(textOf(fieldsOf(block)?.['type']) ?? '');

/** Reasoning beside the content: DeepSeek's, LiteLLM's, OpenRouter's; only one of them, once. */
function thoughts(message: Fields, content: readonly Part[]): readonly Part[] {
  if (content.some(({ kind }) => kind === 'thought')) return [];
  const own = message['thinking_blocks'];
  const blocks = own === undefined ? [] : readBlocks(own, new CallNames());
  if (blocks.length > 0) return blocks;
  return textParts(textOf(message['reasoning_content']) ?? message['reasoning'], 'thought');
}

function addRefusal(parts: Part[], message: Fields): void {
  const text = textOf(message['refusal']);
  const audio = fieldsOf(message['audio']);
  if (text !== null) parts.push({ kind: 'text', text });
  if (audio !== null) parts.push(otherPart('audio', audio));
}

/** Adds calls beside the content; LangChain repeats there the calls of the content. */
function addCalls(
  parts: Part[],
  message: Fields,
  content: readonly Part[],
  names: CallNames,
): void {
  const own = listOf(message['tool_calls']);
  const listed = own.length > 0 ? own : fieldsOf(message['additional_kwargs'])?.['tool_calls'];
  const known = new Set<string | undefined>();
  for (const part of content) if (part.kind === 'call') known.add(part.id);
  for (const item of listOf(listed)) {
    const call = fieldsOf(item);
    const id = textOf(call?.['id']);
    if (call === null || (id !== null && known.has(id))) continue;
    const named = fieldsOf(call['function']) ?? fieldsOf(call['custom']) ?? call;
    const name = textOf(named['name']) ?? textOf(call['function']) ?? 'unknown';
    const args = named['arguments'] ?? named['args'] ?? named['input'];
    parts.push(callPart({ id, name, args }, names));
  }
  const legacy = fieldsOf(message['function_call']);
  if (legacy === null) return;
  const name = textOf(legacy['name']) ?? 'unknown';
  parts.push(callPart({ id: null, name, args: legacy['arguments'] }, names));
}

/**
 * Tool definitions of any provider but Google: nested under `function` or `custom`, flat
 * (Responses) or with an `input_schema` (Anthropic); built-in tools are their name alone. Null for
 * anything but a list.
 */
export function readChatTools(tools: unknown): readonly Tool[] | null {
  if (!Array.isArray(tools)) return null;
  return tools.flatMap((item): Tool[] => {
    const tool = fieldsOf(item);
    if (tool === null) return [];
    const own = fieldsOf(tool['function']) ?? fieldsOf(tool['custom']) ?? tool;
    const schema =
      own['parameters'] ??
      own['input_schema'] ??
      own['inputSchema'] ??
      own['format'] ??
      own['json_schema'];
    return [
      {
        name: textOf(own['name']) ?? textOf(tool['type']) ?? '',
        description: textOf(own['description']) ?? '',
        schema: plain(schema ?? null),
      },
    ];
  });
}
