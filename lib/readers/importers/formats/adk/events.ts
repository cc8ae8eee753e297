/**
 * https://google.github.io/adk-docs/sessions/session/#databasesessionservice
 * Rows of the `events` table of Google ADK's database session services, dumped as JSON lines or as an
 * array; with `event_data` or a column per field.
 */
import type { Json } from '@/lib/engine/session/schema';
import { eventOfRow, pickleRemark, sessionKey } from './event-row';
import { AdkSessions } from './session-list';
import { readSeconds } from '../../mechanisms/exchange/time';
import { asList, asObject, asText, field, type JsonObject } from '../../mechanisms/genai';
import { defineImporter, CollectingReader } from '../../importer';

const id = 'adk-events';

/** Reads ADK events from dumped rows in any order. */
export const adkEvents = defineImporter({
  id,
  label: 'Google ADK event rows',
  source: 'Google ADK',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => records.some((record) => isRow(record) || isRow(asList(record)[0])),
  start: (context) => new AdkEventsReader(context, new AdkSessions(context, id)),
});

/** A row names its session, which the events inside of a session do not. */
function isRow(value: Json | undefined): boolean {
  const row = asObject(value);
  if (row === null || asText(row['session_id']) === null) return false;
  if ('event_data' in row) return 'app_name' in row || 'invocation_id' in row;
  return 'invocation_id' in row && 'author' in row && 'content' in row;
}

/** An event with its place and the moment it is sorted by. */
interface Row {
  readonly event: JsonObject;
  readonly at: number | string;
  readonly seconds: number;
}

class AdkEventsReader extends CollectingReader<AdkSessions> {
  readonly #rows = new Map<string, { readonly session: JsonObject; readonly rows: Row[] }>();
  #pickled = 0;

  record(value: Json, at: number | string): void {
    if (isRow(value)) this.#row(asObject(value) ?? {}, at);
    else this.context.receipt.lose('not a row of events', at);
  }

  protected override close(): void {
    for (const { session, rows } of this.#rows.values()) {
      const open = this.sessions.open(session, {});
      // Sorting is stable: rows of one moment keep the order of the dump.
      rows.sort((a, b) => a.seconds - b.seconds);
      for (const { event, at } of rows) open.event(event, at);
      this.sessions.close(open);
    }
    this.#rows.clear();
    if (this.#pickled > 0) this.context.receipt.remark(pickleRemark(this.#pickled));
  }

  #row(row: JsonObject, at: number | string): void {
    const read = eventOfRow(row);
    if (typeof read === 'string') return this.context.receipt.lose(read, at);
    const { event, pickled } = read;
    if (pickled) this.#pickled++;
    const key = sessionKey(row, 'session_id');
    const known = this.#rows.get(key);
    const moment = readSeconds(field(event, 'timestamp') ?? row['timestamp']);
    const kept: Row = { event, at, seconds: moment ?? known?.rows.at(-1)?.seconds ?? 0 };
    if (known) known.rows.push(kept);
    else {
      const session = { ...row, id: row['session_id'] ?? null, state: null };
      this.#rows.set(key, { session, rows: [kept] });
    }
  }
}
