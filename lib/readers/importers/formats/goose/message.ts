import { joinedTexts } from '../../mechanisms/messages/parts';
import { textHash } from '@/lib/engine/base/text-hash';
import type { EntryStore } from '@/lib/engine/session/draft';
import type { Part } from '@/lib/engine/session/schema';
import { entryOf } from '../../mechanisms/session-facts';
import {
  fieldsOf,
  firstText,
  listOf,
  textOf,
  type Fields,
  type At,
} from '../../mechanisms/loose-json';
import { callPart, otherPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { plain } from '../../mechanisms/messages/json-text';
import { readRefusal, SIZELESS, type Refusal } from '../../mechanisms/refusals/read-refusal';
import type { CallNames } from '../../mechanisms/messages/turns';
import { isoTime, readSeconds } from '../../mechanisms/exchange/time';

/** A message's contents. */
interface GooseContents {
  /** What is sent to the model. */
  readonly parts: readonly Part[];
  /** The type of a content that is not sent: a confirmation, a notification. */
  readonly unsent: string | null;
  /** Of a note that the provider refused a request for its size. */
  readonly refused: Refusal | null;
}

/** Contents for the user's eyes; no provider's format sends them. */
const UNSENT: ReadonlySet<string> = new Set([
  'toolConfirmationRequest',
  'actionRequired',
  'systemNotification',
  'conversationCompacted',
  'summarizationRequested',
  'contextLengthExceeded',
  'error',
]);

/** Reads the `content` of a message; null if it is not a list. */
export function readContents(content: unknown, names: CallNames): GooseContents | null {
  if (!Array.isArray(content)) return null;
  let unsent: string | null = null;
  let refused: Refusal | null = null;
  const parts = listOf(content).flatMap((value): readonly Part[] => {
    const item = fieldsOf(value);
    if (item === null) return [];
    const type = (textOf(item['type']) ?? 'unknown').slice(0, 60);
    if (!UNSENT.has(type)) return readContent(type, item, names);
    unsent ??= type;
    const tooLong = type === 'contextLengthExceeded' || item['kind'] === 'contextLengthExceeded';
    const said = textOf(item['msg']) ?? textOf(item['message']) ?? '';
    if (tooLong) refused ??= readRefusal(said) ?? SIZELESS;
    return [];
  });
  return { parts, unsent, refused };
}

function readContent(type: string, item: Fields, names: CallNames): readonly Part[] {
  switch (type) {
    case 'toolRequest':
    case 'frontendToolRequest':
      return [readRequest(item, names)];
    case 'toolResponse':
      return readResponse(item, names);
    case 'redactedThinking':
      return [{ kind: 'thought', text: '' }];
    default:
      return readBlocks(item, names);
  }
}

/** A tool's call; one that could not be parsed has an error in place of a value. */
function readRequest(item: Fields, names: CallNames): Part {
  const call = fieldsOf(fieldsOf(item['toolCall'])?.['value']);
  if (call === null) return otherPart('toolRequest', item);
  const name = textOf(call['name']) ?? 'unknown';
  return callPart({ id: textOf(item['id']), name, args: call['arguments'] ?? {} }, names);
}

/** A tool's result: MCP's, in older versions only its list of contents, or an error. */
function readResponse(item: Fields, names: CallNames): readonly Part[] {
  const result = fieldsOf(item['toolResult']);
  const value = result?.['value'];
  const contents = Array.isArray(value) ? listOf(value) : listOf(fieldsOf(value)?.['content']);
  const content = textOf(result?.['error']) ?? contents.filter(isForModel).map(asBlock);
  return responseParts({ id: textOf(item['id']), content }, names);
}

/** goose sends contents without an audience, and those for the assistant. */
function isForModel(content: unknown): boolean {
  const audience = fieldsOf(fieldsOf(content)?.['annotations'])?.['audience'];
  return !Array.isArray(audience) || audience.includes('assistant');
}

/** A resource is sent as its text. */
function asBlock(content: unknown): unknown {
  const text = textOf(fieldsOf(fieldsOf(content)?.['resource'])?.['text']);
  return text === null ? content : { type: 'text', text };
}

/** A message as it is recorded, its content and metadata parsed. */
export interface RawMessage {
  readonly role: unknown;
  readonly created: unknown;
  readonly metadata: unknown;
}

/** A message whose text is in the store. */
export type GooseMessage = ReturnType<typeof storeMessage>;

/** Stores a message's text; keeps what the session is built from. */
export function storeMessage(
  store: EntryStore,
  { role, created, metadata }: RawMessage,
  { parts, unsent, refused }: GooseContents,
  at: At,
) {
  const model = role === 'assistant';
  const seconds = readSeconds(plain(created));
  const time = isoTime(seconds);
  const visible: Fields = fieldsOf(metadata) ?? {};
  const tools = parts.some(({ kind }) => kind === 'call' || kind === 'response');
  const ref =
    parts.length === 0 ? null : store.entry(entryOf(model ? 'model' : 'user', parts, at, time));
  const text = tools || model ? '' : joinedTexts(parts);
  return {
    at,
    /** The model that answered, from 1.4x on. */
    by: firstText(fieldsOf(visible['inference']), ['resolvedModel', 'requestedModel']),
    /** Null if nothing of it is sent. */
    ref,
    model,
    time,
    seconds,
    unsent,
    refused,
    /** Holds a call or a result. */
    tools,
    /** Holds calls, and nothing else but thoughts. */
    onlyCalls: tools && parts.every(({ kind }) => kind === 'call' || kind === 'thought'),
    /** No longer, or never, sent to the model. */
    hidden: visible['agentVisible'] === false,
    /** The parts of one that the user does not see: goose's own. */
    silent: visible['userVisible'] === false ? parts : null,
    /** Identifies the text of a user's message without tools. */
    said: text === '' ? null : `${text.length} ${textHash(text)}`,
    /** Begin of that text, for the session's name. */
    begin: text.slice(0, 200),
  };
}
