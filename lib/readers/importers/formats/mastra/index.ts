/**
 * Mastra's memory: the tables of its SQLite stores (`mastra_messages`), and messages as its API lists them.
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/storage/constants.ts and
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/agent/message-list/state/types.ts
 */
import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter, hasTables } from '../../importer';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { decoded, plain } from '../../mechanisms/messages/json-text';
import { readChatTurn } from '../../mechanisms/messages/openai-chat';
import { UiLog } from '../../mechanisms/messages/ui-log';

const id = 'mastra';

/** A stored message under the names of the API: rows call the thread `thread_id`, and hold content as text. */
function messageIn(value: unknown): Fields | null {
  const fields = fieldsOf(value);
  const thread = textOf(fields?.['threadId']) ?? textOf(fields?.['thread_id']);
  if (fields === null || thread === null || typeof fields['role'] !== 'string') return null;
  if (!('resourceId' in fields) && !('resource_id' in fields)) return null;
  return { ...fields, threadId: thread, content: decoded(fields['content']) };
}

class MastraReader extends CountedReader {
  readonly #logs = new Map<string, UiLog>();
  readonly #titles = new Map<string, string>();
  /** Threads with observations; the empty name stands for a resource, which has them for all its threads. */
  readonly #observed = new Set<string>();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const record = fieldsOf(plain(value));
    const row = record === null || !('table' in record) ? record : fieldsOf(record['row']);
    if (record?.['table'] === 'mastra_threads') {
      const title = textOf(row?.['title']);
      if (title !== null) this.#titles.set(textOf(row?.['id']) ?? '', title);
      return receipt.merge('facts about a thread', at);
    }
    if (record?.['table'] === 'mastra_observational_memory') {
      const thread = textOf(row?.['threadId']);
      this.#observed.add(thread ?? '');
      return receipt.merge('observations, of which only the newest are kept', at);
    }
    const thread = fieldsOf(row?.['thread']);
    const title = textOf(thread?.['title']);
    if (title !== null) this.#titles.set(textOf(thread?.['id']) ?? '', title);
    const listed = Array.isArray(row?.['messages']) ? listOf(row['messages']) : [row];
    listed.forEach((one, i) => {
      const place = listed.length === 1 ? at : `${at}.messages[${i}]`;
      const message = messageIn(one);
      if (message === null) receipt.lose('not a message', place);
      else if (this.#message(message, place)) receipt.keep();
      else receipt.drop('message without content', place);
    });
  }

  #message(message: Fields, at: At): boolean {
    const thread = textOf(message['threadId']) ?? '';
    const log = this.#logs.get(thread) ?? this.#begin(thread);
    const content = fieldsOf(message['content']);
    if (content !== null && Array.isArray(content['parts'])) {
      const { metadata, parts, content: text } = content;
      return log.uiMessage({ ...message, metadata, parts, content: text }, at);
    }
    return this.#older(log, message, at);
  }

  /** A message of the first form: a text or blocks of the AI SDK, results as messages of their own. */
  #older(log: UiLog, message: Fields, at: At): boolean {
    const turn = readChatTurn(message, log.names);
    const time = textOf(message['createdAt']);
    if (turn.role === 'user') return log.turn(turn, { at, time });
    log.call(turn, { at, time, model: null });
    return turn.parts.length > 0;
  }

  #begin(thread: string): UiLog {
    const { file, store } = this.context;
    const observed = this.#observed.has(thread) || this.#observed.has('');
    const source = {
      format: id,
      file,
      agent: 'Mastra',
      agentVersion: observed ? 'observational memory' : null,
      sessionId: thread,
    };
    const log = new UiLog(store, { name: thread, source });
    this.#logs.set(thread, log);
    return log;
  }

  protected close(): void {
    for (const [thread, log] of this.#logs) {
      const name = this.#titles.get(thread);
      this.session(log.end(name === undefined ? {} : { name }));
    }
  }
}

const isMessage = (value: unknown): boolean => {
  const message = messageIn(value);
  const content = message?.['content'];
  return (
    message !== null && (Array.isArray(content) || Array.isArray(fieldsOf(content)?.['parts']))
  );
};

/** Reads threads; a tool's call and its result are parts of one message there, as in the AI SDK. */
export const mastra = defineImporter({
  id,
  label: 'Mastra memory',
  source: 'Mastra',
  unseen: 'its source',
  inputs: ['sqlite', 'json', 'jsonl'],
  tables: [
    { name: 'mastra_observational_memory', order: ['createdAt', 'id'] },
    { name: 'mastra_threads', order: ['createdAt', 'id'] },
    { name: 'mastra_messages', order: ['thread_id', 'createdAt'] },
  ],
  sniff: ({ kind, records }) =>
    kind === 'sqlite'
      ? hasTables(records[0], {
          mastra_messages: ['id', 'thread_id', 'content', 'role', 'createdAt'],
        })
      : records.some(
          (record) => isMessage(record) || isMessage(listOf(fieldsOf(record)?.['messages'])[0]),
        ),
  start: (context) => new MastraReader(context),
});
