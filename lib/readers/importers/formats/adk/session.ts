/**
 * Google ADK sessions as JSON: the REST server's sessions, the web interface's export, Python's
 * `Session.model_dump()`; one session or an array of them.
 * https://google.github.io/adk-docs/sessions/session/
 */
import { err, type Result } from '@/lib/engine/base/result';
import type { Json } from '@/lib/engine/session/schema';
import { eventsOf } from './event';
import type { AdkSession } from './session-reader';
import { AdkSessions } from './session-list';
import { asList, asObject, field, type JsonObject } from '../../mechanisms/genai';
import { defineImporter, type ImportError, CollectingReader } from '../../importer';

const id = 'adk-session';

/** Fields found only in sessions of versions before 1.0. */
const ancient = ['eventLogs', 'pastEvents', 'pendingEvents'];

/** Fields of an ADK session beside its events. */
const marks = ['appName', 'userId', 'state', 'lastUpdateTime', ...ancient];

/** Fields of an ADK event. */
const eventMarks = ['author', 'invocationId'];

const hasAny = (object: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => field(object, name) !== undefined);

function isSession(value: Json | undefined): boolean {
  const session = asObject(value);
  if (session === null || 'format' in session) return false;
  const events = eventsOf(session);
  if (events === null) return ancient.filter((name) => hasAny(session, [name])).length > 1;
  const [first] = events;
  if (first === undefined) return hasAny(session, marks);
  return hasAny(asObject(first) ?? {}, eventMarks);
}

/** Reads ADK sessions from one JSON document. */
export const adkSession = defineImporter({
  id,
  label: 'Google ADK session (JSON)',
  source: 'Google ADK',
  inputs: ['json'],
  lists: ['events[]', 'Events[]', '[].events[]', '[].Events[]'],
  sniff: ({ records }) => {
    const [document] = records;
    return Array.isArray(document) ? asList(document).some(isSession) : isSession(document);
  },
  start: (context) => new AdkSessionReader(context, new AdkSessions(context, id)),
});

class AdkSessionReader extends CollectingReader<AdkSessions> {
  #open: AdkSession | null = null;
  #error: ImportError | null = null;

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined && list !== '[]') this.#open?.event(value, at);
    // The sessions of a list follow it.
    else if (list === '[]' || !Array.isArray(value)) this.#session(value, at);
  }

  override end(): Result<void, ImportError> | null {
    this.#close();
    return this.#error ? err(this.#error) : super.end();
  }

  #session(value: Json, at: number | string): void {
    this.#close();
    const session = asObject(value);
    if (session === null || eventsOf(session) === null) {
      if (session !== null && hasAny(session, ancient)) this.#refuse(at);
      return this.context.receipt.lose('not an ADK session', at);
    }
    this.#open = this.sessions.open(session, asObject(field(session, 'state')) ?? {});
  }

  #close(): void {
    if (this.#open !== null) this.sessions.close(this.#open);
    this.#open = null;
  }

  #refuse(at: number | string): void {
    this.#error ??= {
      code: 'unsupported-version',
      message:
        'This session was written by an ADK version before 1.0 (it has event logs and no events). Run the agent with ADK 1.0 or later and export the session there: from the web interface, from GET /apps/{app}/users/{user}/sessions/{id}, or as its session.db.',
      at,
    };
  }
}
