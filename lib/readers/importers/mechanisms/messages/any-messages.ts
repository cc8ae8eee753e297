/**
 * Recognises the messages of any provider in a value, for sources that store a framework's own
 * data.
 */
import type { Entry } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { readAnthropicSystem, readChatTurn } from './openai-chat';
import { readBlocks } from './blocks';
import { readGeminiContents, readGeminiRequest } from './gemini';
import { decoded } from './json-text';
import { readResponseItems } from './openai-responses';
import { CallNames, sideOf, splitSystem, type Messages, type Turn } from './turns';

/** State of a guess: the speaker if none is named, and the depth so far. */
interface Guess {
  readonly role: Entry['role'];
  readonly names: CallNames;
  readonly depth: number;
}

/** Deepest nesting of wrappers that is opened. */
const DEPTH = 6;

/**
 * The messages in a request or a response of any known shape, or in JSON text of it; null if the
 * value has none. A bare text is a message of `role`.
 */
export function readAnyMessages(
  value: unknown,
  role: Entry['role'] = 'user',
  names = new CallNames(),
): Messages | null {
  return read(value, { role, names, depth: 0 });
}

function read(value: unknown, guess: Guess): Messages | null {
  if (guess.depth > DEPTH) return null;
  const content = decoded(value);
  if (typeof content === 'string') {
    if (content === '') return null;
    return {
      system: null,
      messages: [{ role: guess.role, parts: [{ kind: 'text', text: content }] }],
    };
  }
  if (Array.isArray(content)) return readList(content as readonly unknown[], guess);
  const fields = fieldsOf(content);
  return fields === null ? null : readObject(fields, guess);
}

const deeper = (guess: Guess, role = guess.role): Guess => ({
  ...guess,
  role,
  depth: guess.depth + 1,
});

/** A list of messages, of items, of lists of messages, or of content blocks. */
function readList(list: readonly unknown[], guess: Guess): Messages | null {
  const [first] = list;
  if (Array.isArray(first) && !isTuple(first)) return read(first, deeper(guess));
  if (list.some(isResponseItem)) return readResponseItems(list, guess.names);
  const turns = list.flatMap((item) => readTurn(item, guess) ?? []);
  if (turns.length > 0) return splitSystem(turns);
  const parts = readBlocks(list, guess.names);
  return parts.length === 0 || parts.every(({ kind }) => kind === 'other')
    ? null
    : { system: null, messages: [{ role: guess.role, parts }] };
}

/** LangChain's `["human", "text"]`. */
const isTuple = (value: readonly unknown[]): value is readonly [string, string] =>
  value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string';

const responseTypes =
  /^(function_call|custom_tool_call|reasoning|compaction|item_reference)$|_call(_output)?$/;

function isResponseItem(value: unknown): boolean {
  const item = fieldsOf(value);
  const type = textOf(item?.['type']);
  if (item === null || type === null || type === 'tool_call') return false;
  if (type === 'message') return typeof item['role'] === 'string' && !('additional_kwargs' in item);
  if (type === 'reasoning' && !('summary' in item)) return false;
  return responseTypes.test(type) && !('role' in item) && !('text' in item);
}

/** One message of any provider or framework; null for anything else. */
function readTurn(value: unknown, { role, names, depth }: Guess): Turn | null {
  if (Array.isArray(value) && isTuple(value)) {
    const [who, text] = value;
    return readChatTurn({ role: who === 'ai' ? 'assistant' : who, content: text }, names);
  }
  const item = fieldsOf(decoded(value));
  if (item === null || depth > DEPTH) return null;
  const inner = fieldsOf(item['kwargs']) ?? fieldsOf(item['data']) ?? fieldsOf(item['message']);
  const who = roleOf(item);
  if (inner !== null && !('content' in item) && !('parts' in item)) {
    const named = who === null || 'role' in inner ? inner : { ...inner, role: who };
    return readTurn(named, { role, names, depth: depth + 1 });
  }
  if (Array.isArray(item['parts'])) return readParts(item, who ?? role, names);
  if (who === null) return null;
  return readChatTurn({ ...item, role: who }, names);
}

/** Parts of a message; OpenTelemetry's name their type, Gemini's do not. */
function readParts(item: Fields, who: string, names: CallNames): Turn | null {
  if (listOf(item['parts']).some((part) => typeof fieldsOf(part)?.['type'] === 'string')) {
    const side = sideOf(who);
    const parts = readBlocks(item['parts'], names);
    return side === 'system' ? { role: 'user', parts, system: true } : { role: side, parts };
  }
  const [message] = readGeminiContents(item);
  if (message === undefined) return null;
  return sideOf(who) === 'system' ? { ...message, role: 'user', system: true } : message;
}

const langChainTypes: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  tool: 'tool',
  function: 'function',
  chat: 'user',
};

/** The role that a message names, including LangChain's class and type names. */
function roleOf(item: Fields): string | null {
  const role = textOf(item['role']);
  if (role !== null) return role;
  const path: unknown = listOf(item['id']).at(-1);
  const type = textOf(path) ?? textOf(item['type']);
  const short = type?.toLowerCase().replace(/message(chunk)?$/, '') ?? '';
  return Object.hasOwn(langChainTypes, short) ? (langChainTypes[short] as string) : null;
}

/** Fields that hold messages, or a text, in the data of frameworks. */
const wrappers = ['input', 'output', 'prompt', 'inputs', 'outputs', 'content', 'text'] as const;

/** A request, a response or a single message. */
function readObject(item: Fields, guess: Guess): Messages | null {
  if (Array.isArray(item['messages']))
    return withSystem(item, read(item['messages'], deeper(guess)));
  if ('contents' in item) return readGeminiRequest(item);
  if (Array.isArray(item['choices'])) return readChoices(item['choices'], 'message', guess);
  if (Array.isArray(item['candidates'])) return readChoices(item['candidates'], 'content', guess);
  if (Array.isArray(item['generations'])) return readGenerations(item['generations'], guess);
  const turn = readTurn(item, guess);
  if (turn !== null) return splitSystem([turn]);
  for (const name of wrappers) {
    const inner = item[name];
    if (inner === undefined || inner === null) continue;
    const found = read(inner, deeper(guess, name.startsWith('output') ? 'model' : guess.role));
    if (found !== null) return withSystem(item, found);
  }
  return null;
}

/** Adds a system prompt beside the messages. */
function withSystem(item: Fields, found: Messages | null): Messages | null {
  const beside = readAnthropicSystem(item['system'] ?? item['instructions']);
  if (found === null || beside === null || beside.length === 0) return found;
  return { system: [...beside, ...(found.system ?? [])], messages: found.messages };
}

/** The first of a response's alternatives. */
function readChoices(choices: unknown, name: string, guess: Guess): Messages | null {
  const message = fieldsOf(listOf(choices)[0])?.[name];
  const fields = fieldsOf(message);
  if (fields === null) return null;
  return read({ role: 'assistant', ...fields }, deeper(guess, 'model'));
}

/** LangChain's `generations[[{message | text}]]`. */
function readGenerations(generations: unknown, guess: Guess): Messages | null {
  const [first] = listOf(generations);
  const generation = fieldsOf(Array.isArray(first) ? (first as readonly unknown[])[0] : first);
  if (generation === null) return null;
  return read(generation['message'] ?? generation['text'], deeper(guess, 'model'));
}
