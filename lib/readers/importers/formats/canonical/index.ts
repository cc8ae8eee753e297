/**
 * Highwater's own format: one session, several under `{format: 'highwater-sessions'}`, or the session
 * that a bug report holds.
 */
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Json } from '@/lib/engine/session/schema';
import { BUG_FORMAT, SESSIONS_FORMAT } from '@/lib/engine/session/serialize';
import { SessionReader } from '@/lib/engine/session/session-reader';
import { MOST_NOTE } from '@/lib/engine/session/step-note';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceHead,
  type TraceReader,
} from '../../importer';
import { fieldsOf, listOf, type Fields, type At } from '../../mechanisms/loose-json';

const FORMATS: ReadonlySet<unknown> = new Set(['highwater-session', SESSIONS_FORMAT, BUG_FORMAT]);

/** A bug report's session, with what was expected as a note on the step that it is about. */
function reported(report: Fields): unknown {
  const session = fieldsOf(report['session']);
  const { step, expected } = report;
  if (session === null || !Number.isSafeInteger(step) || typeof expected !== 'string') {
    return report['session'];
  }
  const text = `Bug report, expected here: ${expected}`.trim().slice(0, MOST_NOTE);
  const note = { first: step, last: step, text };
  return { ...session, notes: [...listOf(session['notes']), note] };
}

/** Takes one document; rejects all of it if a session contradicts itself. */
class CanonicalReader implements TraceReader {
  readonly #known = new Set<string>();
  #open: SessionReader | null = null;
  #error: ImportError | null = null;
  #sessions = 0;

  constructor(private readonly context: ImportContext) {}

  record(value: Json, at: At, list?: string): void {
    if (this.#error) return;
    if (list === undefined) {
      const fields = fieldsOf(value);
      if (fields?.['format'] === BUG_FORMAT) this.#session(reported(fields), `${at}.session`);
      // The sessions of a document of several follow it.
      else if (fields?.['format'] !== SESSIONS_FORMAT) this.#session(value, at);
    } else if (list === 'sessions[]') this.#session(value, at);
    else if (list.endsWith('entries[]')) this.#error = this.#open?.entry(value, String(at)) ?? null;
    else this.#error = this.#open?.step(value, String(at)) ?? null;
  }

  end(): Result<void, ImportError> {
    this.#close();
    if (this.#error) return err(this.#error);
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no session with a step.' });
  }

  #session(value: unknown, at: At): void {
    this.#close();
    if (this.#error) return;
    const opened = SessionReader.open(value, String(at), this.context.store);
    if (opened.ok) this.#open = opened.value;
    else this.#error = opened.error;
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null || this.#error) return;
    const finished = open.finish();
    if (!finished.ok) {
      this.#error = finished.error;
      return;
    }
    const { head, steps } = finished.value;
    const key = JSON.stringify([head.source.sessionId, head.source.lane]);
    const { receipt } = this.context;
    if (steps.length === 0) receipt.drop('session without a step', open.at);
    else if (this.#known.has(key)) receipt.drop('same session and lane again', open.at);
    else {
      this.#known.add(key);
      this.#sessions++;
      receipt.keep();
      this.context.session(finished.value);
    }
  }
}

/** Reads the output of `serializeSession`, `serializeSessions` and `bugReport`. */
export const canonical = defineImporter({
  id: 'canonical',
  label: 'Highwater',
  inputs: ['json'],
  lists: [
    'entries[]',
    'steps[]',
    'sessions[].entries[]',
    'sessions[].steps[]',
    'session.entries[]',
    'session.steps[]',
  ],
  sniff: ({ records }: TraceHead) => FORMATS.has(fieldsOf(records[0])?.['format']),
  start: (context) => new CanonicalReader(context),
});
