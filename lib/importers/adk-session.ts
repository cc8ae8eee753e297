/**
 * Google ADK sessions as JSON: the REST server's sessions, the web interface's export, Python's
 * `Session.model_dump()`; one session or an array of them.
 * https://google.github.io/adk-docs/sessions/session/
 */
import { err, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { eventsOf } from './adk/event';
import type { AdkSession } from './adk/session';
import { AdkSessions } from './adk/sessions';
import { asList, asObject, field, type JsonObject } from './genai';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';

const id = 'adk-session';

/** Fields that only the sessions of pre-1.0 versions have. */
const ancient = ['eventLogs', 'pastEvents', 'pendingEvents'];

/** Fields that an ADK session has beside its events. */
const marks = ['appName', 'userId', 'state', 'lastUpdateTime', ...ancient];

/** Fields that an ADK event has. */
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
  inputs: ['json'],
  lists: ['events[]', 'Events[]', '[].events[]', '[].Events[]'],
  sniff: ({ records }) => {
    const [document] = records;
    return Array.isArray(document) ? asList(document).some(isSession) : isSession(document);
  },
  start: (context) => new AdkSessionReader(context),
});

class AdkSessionReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #sessions: AdkSessions;
  #open: AdkSession | null = null;
  #error: ImportError | null = null;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#sessions = new AdkSessions(context, id);
  }

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined && list !== '[]') this.#open?.event(value, at);
    // The sessions of a list follow it.
    else if (list === '[]' || !Array.isArray(value)) this.#session(value, at);
  }

  end(): Result<void, ImportError> {
    this.#close();
    if (this.#error) return err(this.#error);
    return this.#sessions.end();
  }

  #session(value: Json, at: number | string): void {
    this.#close();
    const session = asObject(value);
    if (session === null || eventsOf(session) === null) {
      if (session !== null && hasAny(session, ancient)) this.#refuse(at);
      this.#context.receipt.drop('not an ADK session', at);
      return;
    }
    this.#open = this.#sessions.open(session, asObject(field(session, 'state')) ?? {});
  }

  #close(): void {
    if (this.#open !== null) this.#sessions.close(this.#open);
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
