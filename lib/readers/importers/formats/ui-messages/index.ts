/**
 * UI messages of the AI SDK (`useChat`, chats that a server stores), of versions 4 and 5.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message
 */
import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter } from '../../importer';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { readChatTurn } from '../../mechanisms/messages/openai-chat';
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
  return (parts.length > 0 && typed) || isOlder(message) ? message : null;
}

/** Version 4 had the text as `content`, and calls, files and times under names of its own beside it. */
const isOlder = (message: Fields): boolean =>
  typeof message['content'] === 'string' &&
  !('parts' in message) &&
  ['toolInvocations', 'experimental_attachments', 'revisionId'].some((name) => name in message);

const CONTENT =
  /^(text|image|file|reasoning|tool-(call|result|approval-request|approval-response))$/;

/** A message as the SDK sends it: blocks with calls and results under the names that only it has. */
function isSent(value: unknown): boolean {
  const message = fieldsOf(value);
  if (!/^(assistant|tool)$/.test(textOf(message?.['role']) ?? '')) return false;
  return listOf(message?.['content']).some((item) => {
    const block = fieldsOf(item);
    return /^tool-(call|result)$/.test(String(block?.['type'])) && 'toolCallId' in (block ?? {});
  });
}

/** Any message of a list in which one is known: a text, or blocks under the names of the SDK. */
function plainIn(value: unknown): Fields | null {
  const message = fieldsOf(value);
  const content = message?.['content'];
  const typed = listOf(content).every((item) => CONTENT.test(String(fieldsOf(item)?.['type'])));
  return typeof message?.['role'] === 'string' && (typeof content === 'string' || typed)
    ? message
    : null;
}

const isKnown = (value: unknown): boolean => messageIn(value) !== null || isSent(value);

/** The messages of a record: one, a list, or those of a chat. */
function messagesIn(value: unknown): readonly unknown[] | null {
  const list = Array.isArray(value) ? (value as unknown[]) : fieldsOf(value)?.['messages'];
  if (!Array.isArray(list))
    return plainIn(value) !== null || messageIn(value) !== null ? [value] : null;
  return list.some(isKnown) ? (list as readonly unknown[]) : null;
}

class UiReader extends CountedReader {
  /** Messages that are records of their own. */
  #loose: UiLog | null = null;

  protected take(value: Json, at: At): void {
    const record = plain(value);
    const messages = messagesIn(record);
    if (messages === null) return this.context.receipt.lose('not a message', at);
    const chat = messages[0] === record || Array.isArray(record) ? null : fieldsOf(record);
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
    const message = messageIn(value) ?? plainIn(value);
    if (message === null) return receipt.lose('not a message', at);
    const isUi = 'parts' in message || typeof message['id'] === 'string';
    if (isUi ? log.uiMessage(message, at) : this.#sent(log, message, at)) receipt.keep();
    else receipt.drop('message without content', at);
  }

  #sent(log: UiLog, message: Fields, at: At): boolean {
    const turn = readChatTurn(message, log.names);
    if (turn.role === 'user') return log.turn(turn, { at, time: null });
    log.call(turn, { at, time: null, model: null });
    return turn.parts.length > 0;
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
  sniff: ({ records }) =>
    records.some((record) => isKnown(record) || (messagesIn(record)?.some(isKnown) ?? false)),
  start: (context) => new UiReader(context),
});
