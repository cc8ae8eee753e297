/**
 * Google ADK's SQLite session database: the v1 schema (`event_data` holds an event as JSON) and the
 * ones with a column per field (adk-python before v1, adk-go).
 * https://google.github.io/adk-docs/sessions/session/#databasesessionservice
 */
import type { Json } from '@/lib/engine/session/schema';
import { AdkSessions } from './session-list';
import type { AdkSession } from './session-reader';
import { eventOfRow, parsed, pickleRemark, sessionKey } from './event-row';
import { asObject, type JsonObject } from '../../mechanisms/genai';
import { hasTables, defineImporter, CollectingReader } from '../../importer';

const id = 'adk-database';

/** Reads ADK sessions from rows: every row of `sessions`, then those of `events` in order. */
export const adkDatabase = defineImporter({
  id,
  label: 'Google ADK session database',
  source: 'Google ADK',
  inputs: ['sqlite'],
  tables: [
    { name: 'sessions', order: ['create_time', 'id'] },
    { name: 'events', order: ['app_name', 'user_id', 'session_id', 'timestamp'] },
  ],
  sniff: ({ records: [head] }) =>
    hasTables(head, { sessions: ['id'], events: ['session_id'] }) &&
    (hasTables(head, { events: ['event_data'] }) ||
      hasTables(head, { events: ['author', 'content'] })),
  start: (context) => new AdkDatabaseReader(context, new AdkSessions(context, id)),
});

class AdkDatabaseReader extends CollectingReader<AdkSessions> {
  /** Rows of `sessions`, kept until their events come. */
  readonly #rows = new Map<string, JsonObject>();
  #open: { readonly key: string; readonly session: AdkSession } | null = null;
  #pickled = 0;

  record(value: Json, at: number | string): void {
    const record = asObject(value) ?? {};
    const row = asObject(record['row']) ?? {};
    if (record['table'] === 'sessions') {
      this.#rows.set(sessionKey(row, 'id'), row);
      this.context.receipt.keep();
    } else if (record['table'] === 'events') this.#event(row, at);
    else this.context.receipt.drop('row of another table', at);
  }

  protected override close(): void {
    this.#close();
    for (const row of this.#rows.values()) this.sessions.close(this.#start(row));
    if (this.#pickled > 0) this.context.receipt.remark(pickleRemark(this.#pickled));
  }

  #event(row: JsonObject, at: number | string): void {
    const read = eventOfRow(row);
    if (typeof read === 'string') return this.context.receipt.lose(read, at);
    const { event, pickled } = read;
    if (pickled) this.#pickled++;
    this.#session(row).event(event, at);
  }

  /** The session of an event's row; a new one if the key changes. */
  #session(row: JsonObject): AdkSession {
    const key = sessionKey(row, 'session_id');
    if (this.#open?.key === key) return this.#open.session;
    this.#close();
    const known = this.#rows.get(key) ?? { ...row, id: row['session_id'] ?? null, state: null };
    this.#rows.delete(key);
    const session = this.#start(known);
    this.#open = { key, session };
    return session;
  }

  #start(row: JsonObject): AdkSession {
    return this.sessions.open(row, asObject(parsed(row['state'])) ?? {});
  }

  #close(): void {
    if (this.#open) this.sessions.close(this.#open.session);
    this.#open = null;
  }
}
