/**
 * UI messages of the AI SDK (`useChat`, chats that a server stores), of versions 4 and 5.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message
 */
import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter } from '../../importer';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { UiLog } from '../../mechanisms/messages/ui-log';

const id = 'ui-messages';

const PART =
  /^(text|reasoning|step-start|file|dynamic-tool|source-url|source-document|tool-.+|data-.+)$/;

/** A message: an id of its own, a role, and parts that name their type. */
function messageIn(value: unknown): Fields | null {
  const message = fieldsOf(value);
  if (message === null || typeof message['id'] !== 'string') return null;
  if (!['user', 'assistant', 'system'].includes(textOf(message['role']) ?? '')) return null;
  const parts = listOf(message['parts']);
  const typed = parts.every((part) => PART.test(textOf(fieldsOf(part)?.['type']) ?? ''));
  return parts.length > 0 && typed ? message : null;
}

/** The messages of a record: one, a list, or those of a chat. */
function messagesIn(value: unknown): readonly unknown[] | null {
  if (messageIn(value) !== null) return [value];
  const list = Array.isArray(value) ? (value as unknown[]) : fieldsOf(value)?.['messages'];
  return Array.isArray(list) && messageIn(list[0]) !== null ? (list as readonly unknown[]) : null;
}

class UiReader extends CountedReader {
  /** Messages that are records of their own. */
  #loose: UiLog | null = null;

  protected take(value: Json, at: At): void {
    const record = plain(value);
    const messages = messagesIn(record);
    if (messages === null) return this.context.receipt.lose('not a message', at);
    const chat = Array.isArray(record) || messageIn(record) !== null ? null : fieldsOf(record);
    const log = chat === null ? (this.#loose ??= this.#begin(null)) : this.#begin(chat);
    messages.forEach((message, i) => {
      this.#message(log, message, messages.length === 1 ? at : `${at}[${i}]`);
    });
    if (log !== this.#loose) this.session(log.end());
  }

  #begin(chat: Fields | null): UiLog {
    const { file, store } = this.context;
    const sessionId = this.unique(textOf(chat?.['id']) ?? file);
    const source = { format: id, file, agent: 'AI SDK', sessionId };
    return new UiLog(store, { name: textOf(chat?.['title']) ?? sessionId, source });
  }

  #message(log: UiLog, value: unknown, at: At): void {
    const { receipt } = this.context;
    const message = messageIn(value);
    if (message === null) receipt.lose('not a message', at);
    else if (log.uiMessage(message, at)) receipt.keep();
    else receipt.drop('message without content', at);
  }

  protected close(): void {
    if (this.#loose !== null) this.session(this.#loose.end());
  }
}

/** Reads chats; what an application puts into a message's metadata is its usage. */
export const uiMessages = defineImporter({
  id,
  label: 'AI SDK UI messages',
  source: 'UI messages',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  sniff: ({ records }) => records.some((record) => messagesIn(record) !== null),
  start: (context) => new UiReader(context),
});
