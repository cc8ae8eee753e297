import type { Json } from '@/lib/engine/session/schema';
import { hasTables, CountedReader, type TableOrder } from '../../importer';
import { fieldsOf, numberOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { jsonIn } from '../../mechanisms/messages/json-text';
import { OpenCodeSession } from './session';

/** Messages before parts, each in the order in which OpenCode itself reads them. */
export const databaseTables: readonly TableOrder[] = [
  { name: 'session', order: ['time_created', 'id'] },
  { name: 'message', order: ['session_id', 'time_created', 'id'] },
  { name: 'part', order: ['session_id', 'message_id', 'id'] },
  { name: 'session_message', order: ['session_id', 'id'] },
];

/** True for OpenCode's tables with the columns that are read. */
export const isDatabase = (head: Json | undefined): boolean =>
  hasTables(head, {
    session: ['id', 'project_id', 'parent_id', 'directory'],
    message: ['id', 'session_id', 'data'],
    part: ['id', 'message_id', 'session_id', 'data'],
  });

/** A message whose parts are still coming. */
interface OpenMessage {
  readonly id: string;
  readonly info: Fields;
  readonly at: number | string;
  readonly parts: unknown[];
}

/** The messages of a session that were not handed over yet, in their order. */
interface Waiting {
  readonly messages: OpenMessage[];
  readonly byId: Map<string, OpenMessage>;
}

/**
 * Reads the rows of `session`, `message` and `part`: the parts of one session are read at a time, and
 * a message is handed over as soon as those of a later one begin.
 */
export class OpenCodeDatabase extends CountedReader {
  protected override empty = 'The database holds no session.';
  protected override nothing = 'The database holds no model call.';
  readonly #infos = new Map<string, Fields>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #read = new Set<string>();
  #open: { readonly id: string; readonly session: OpenCodeSession } | null = null;
  #archived = 0;
  #silent = 0;

  protected take(value: Json, at: number | string): void {
    const record = fieldsOf(value);
    const row = fieldsOf(record?.['row']) ?? {};
    switch (record?.['table']) {
      case 'session':
        return this.#info(row, at);
      case 'message':
        return this.#message(row, at);
      case 'part':
        return this.#part(row, at);
      case 'session_message':
        return this.#copy(row, at);
      default:
        return this.context.receipt.drop('row of another table', at);
    }
  }

  protected close(): void {
    this.#closeSession();
    for (const id of [...this.#waiting.keys()]) {
      this.#begin(id);
      this.#closeSession();
    }
    const { receipt } = this.context;
    const silent =
      this.#silent + [...this.#infos.keys()].filter((id) => !this.#read.has(id)).length;
    if (silent > 0) receipt.remark(`Sessions without a model call: ${silent}.`);
    if (this.#archived > 0) {
      receipt.remark(`Archived sessions, read like the others: ${this.#archived}.`);
    }
  }

  #info(row: Fields, at: number | string): void {
    const { receipt } = this.context;
    const id = textOf(row['id']);
    if (id === null) return receipt.lose('session without an id', at);
    const { title, version, directory } = row;
    this.#infos.set(id, { id, title, version, directory, parentID: row['parent_id'] });
    if (numberOf(row['time_archived']) !== null) this.#archived++;
    receipt.keep();
  }

  #message(row: Fields, at: number | string): void {
    const { receipt } = this.context;
    const id = textOf(row['id']);
    const sessionId = textOf(row['session_id']);
    const data = dataOf(row);
    if (id === null || sessionId === null || data === null) {
      return receipt.lose('not a message', at);
    }
    let waiting = this.#waiting.get(sessionId);
    if (waiting === undefined) {
      waiting = { messages: [], byId: new Map() };
      this.#waiting.set(sessionId, waiting);
    }
    if (waiting.byId.has(id)) return receipt.merge('repeated message', at);
    const message = { id, info: { ...withoutDiffs(data), id }, at, parts: [] };
    waiting.messages.push(message);
    waiting.byId.set(id, message);
  }

  #part(row: Fields, at: number | string): void {
    const { receipt } = this.context;
    const messageId = textOf(row['message_id']) ?? '';
    const sessionId = textOf(row['session_id']) ?? '';
    const data = dataOf(row);
    if (data === null) return receipt.lose('not a part', at);
    const message = this.#waiting.get(sessionId)?.byId.get(messageId);
    if (message === undefined) return receipt.lose('part of a missing message', at);
    this.#begin(sessionId);
    this.#handOver((waiting) => waiting.id < messageId);
    message.parts.push(data);
    receipt.merge('part of its message', at);
  }

  /** The next version’s form of messages, beside which the ones above are still written. */
  #copy(row: Fields, at: number | string): void {
    const { receipt } = this.context;
    const id = textOf(row['session_id']) ?? '';
    if (this.#read.has(id) || this.#waiting.has(id)) receipt.merge('copy of a message', at);
    else receipt.lose('message in a form that is not read', at);
  }

  #begin(sessionId: string): void {
    if (this.#open?.id === sessionId) return;
    this.#closeSession();
    this.#read.add(sessionId);
    const info = this.#infos.get(sessionId) ?? {};
    this.#open = { id: sessionId, session: new OpenCodeSession(this.context, info, sessionId) };
  }

  /** Hands the session's next messages over, up to the first that may still get parts. */
  #handOver(complete: (message: OpenMessage) => boolean): void {
    const open = this.#open;
    const waiting = open === null ? undefined : this.#waiting.get(open.id);
    if (open === null || waiting === undefined) return;
    const end = waiting.messages.findIndex((message) => !complete(message));
    const ready = waiting.messages.splice(0, end < 0 ? waiting.messages.length : end);
    for (const { id, info, parts, at } of ready) {
      waiting.byId.delete(id);
      open.session.message(info, parts, at);
    }
  }

  #closeSession(): void {
    const open = this.#open;
    if (open === null) return;
    this.#handOver(() => true);
    this.#waiting.delete(open.id);
    this.#open = null;
    const drafts = open.session.finish();
    if (drafts.length === 0) this.#silent++;
    for (const draft of drafts) this.session(draft);
  }
}

/** The JSON of a row’s `data`, to which OpenCode’s code adds the row’s ids; null for anything else. */
const dataOf = (row: Fields): Fields | null => fieldsOf(jsonIn(textOf(row['data']) ?? ''));

/** A user’s message lists the files that its turn changed, which no request holds. */
function withoutDiffs(data: Fields): Fields {
  if (fieldsOf(data['summary']) === null) return data;
  const { summary: _, ...rest } = data;
  return rest;
}
