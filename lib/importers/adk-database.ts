/**
 * Google ADK's SQLite session database: the v1 schema (`event_data` holds an event as JSON) and the
 * ones with a column per field (adk-python before v1, adk-go).
 * https://google.github.io/adk-docs/sessions/session/#databasesessionservice
 */
import { exceedsDepth } from '@/lib/base/json-depth';
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { AdkSessions } from './adk/sessions';
import type { AdkSession } from './adk/session';
import { eventOfRow, parsed, pickleRemark, sessionKey } from './adk/event-row';
import { asObject, type JsonObject } from './genai';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';

const id = 'adk-database';

/** Reads ADK sessions from rows: every row of `sessions`, then those of `events` in order. */
export const adkDatabase = defineImporter({
  id,
  label: 'Google ADK session database',
  inputs: ['sqlite'],
  tables: [
    { name: 'sessions', order: ['create_time', 'id'] },
    { name: 'events', order: ['app_name', 'user_id', 'session_id', 'timestamp'] },
  ],
  sniff: ({ records }) => {
    const tables = asObject(records[0]) ?? {};
    const has = (table: string, ...columns: readonly string[]): boolean =>
      columns.every((column) => names(tables[table]).includes(column));
    return (
      has('sessions', 'id') &&
      has('events', 'session_id') &&
      (has('events', 'event_data') || has('events', 'author', 'content'))
    );
  },
  start: (context) => new AdkDatabaseReader(context),
});

const names = (columns: Json | undefined): readonly Json[] =>
  Array.isArray(columns) ? (columns as readonly Json[]) : [];

class AdkDatabaseReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #sessions: AdkSessions;
  /** What `sessions` says of each, until its events come. */
  readonly #rows = new Map<string, JsonObject>();
  #open: { readonly key: string; readonly session: AdkSession } | null = null;
  #pickled = 0;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#sessions = new AdkSessions(context, id);
  }

  record(value: Json, at: number | string): void {
    const record = asObject(value) ?? {};
    const row = asObject(record['row']) ?? {};
    if (record['table'] === 'sessions') {
      this.#rows.set(sessionKey(row, 'id'), row);
      this.#context.receipt.keep();
    } else if (record['table'] === 'events') this.#event(row, at);
    else this.#context.receipt.drop('row of another table', at);
  }

  end(): Result<void, ImportError> {
    this.#close();
    for (const row of this.#rows.values()) this.#sessions.close(this.#start(row));
    if (this.#pickled > 0) {
      this.#context.receipt.remark(pickleRemark(this.#pickled));
    }
    return this.#sessions.end();
  }

  #event(row: JsonObject, at: number | string): void {
    const { event, pickled } = eventOfRow(row);
    if (pickled) this.#pickled++;
    if (event === null) return this.#context.receipt.drop('event is not JSON', at);
    if (exceedsDepth(event)) return this.#context.receipt.drop('event nests too deep', at);
    this.#session(row).event(event, at);
  }

  /** The session of an event's row; a new one where the key changes. */
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
    return this.#sessions.open(row, asObject(parsed(row['state'])) ?? {});
  }

  #close(): void {
    if (this.#open) this.#sessions.close(this.#open.session);
    this.#open = null;
  }
}
