import { textHash } from '@/lib/base/text-hash';
import type { EntryRef, EntryStore } from '@/lib/session/draft';
import type { Part } from '@/lib/session/schema';
import { entryOf } from '../../mechanisms/entry';
import { fieldsOf, type Fields } from '../../mechanisms/loose-json';
import { isoTime, readSeconds } from '../../mechanisms/timestamp';
import { plain } from '../../mechanisms/messages/json-text';
import type { GooseContents } from './contents';

/** A message as it is recorded, its content and metadata parsed. */
export interface RawMessage {
  readonly role: unknown;
  readonly created: unknown;
  readonly metadata: unknown;
}

/** A message whose text is in the store. */
export interface GooseMessage {
  readonly at: number | string;
  /** Null if nothing of it is sent. */
  readonly ref: EntryRef | null;
  readonly model: boolean;
  readonly time: string | null;
  readonly seconds: number | null;
  readonly unsent: string | null;
  readonly refused: boolean;
  /** Holds a call or a result. */
  readonly tools: boolean;
  /** Holds calls, and nothing else but thoughts. */
  readonly onlyCalls: boolean;
  /** No longer, or never, sent to the model. */
  readonly hidden: boolean;
  /** The parts of one that the user does not see: goose's own. */
  readonly silent: readonly Part[] | null;
  /** Identifies the text of a user's message without tools. */
  readonly said: string | null;
  /** Begin of that text, for the session's name. */
  readonly begin: string;
}

/** Stores a message's text; keeps what the session is built from. */
export function storeMessage(
  store: EntryStore,
  { role, created, metadata }: RawMessage,
  { parts, unsent, refused }: GooseContents,
  at: number | string,
): GooseMessage {
  const model = role === 'assistant';
  const seconds = readSeconds(plain(created));
  const time = isoTime(seconds);
  const visible: Fields = fieldsOf(metadata) ?? {};
  const tools = parts.some(({ kind }) => kind === 'call' || kind === 'response');
  const ref =
    parts.length === 0 ? null : store.entry(entryOf(model ? 'model' : 'user', parts, at, time));
  const text = tools || model ? '' : textOfParts(parts);
  return {
    at,
    ref,
    model,
    time,
    seconds,
    unsent,
    refused,
    tools,
    onlyCalls: tools && parts.every(({ kind }) => kind === 'call' || kind === 'thought'),
    hidden: visible['agentVisible'] === false,
    silent: visible['userVisible'] === false ? parts : null,
    said: text === '' ? null : `${text.length} ${textHash(text)}`,
    begin: text.slice(0, 200),
  };
}

/** The texts, joined as goose joins them when it copies a message. */
export const textOfParts = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
