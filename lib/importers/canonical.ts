/** Highwater's own format: one session, or several under `{format: 'highwater-sessions'}`. */
import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { parseSession, SESSIONS_FORMAT, storeSession } from '@/lib/session/serialize';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  type TraceHead,
  type TraceReader,
} from './importer';
import { fieldsOf, listOf } from './loose-json';

const FORMATS: ReadonlySet<unknown> = new Set(['highwater-session', SESSIONS_FORMAT]);

/** Takes one document; a session that contradicts itself refuses the whole. */
class CanonicalReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #known = new Set<string>();
  #error: ImportError | null = null;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json): void {
    const document = fieldsOf(value);
    if (document?.['format'] !== SESSIONS_FORMAT) {
      this.#session(value, '$');
      return;
    }
    for (const [i, session] of listOf(document['sessions']).entries()) {
      this.#session(session, `$.sessions[${i}]`);
    }
  }

  end(): Result<void, ImportError> {
    if (this.#error) return err(this.#error);
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no session with a step.' });
  }

  #session(value: unknown, at: string): void {
    if (this.#error) return;
    const parsed = parseSession(value, at);
    if (!parsed.ok) {
      this.#error = parsed.error;
      return;
    }
    const session = parsed.value;
    const key = JSON.stringify([session.source.sessionId, session.source.lane]);
    if (session.steps.length === 0) this.#context.receipt.drop('session without a step', at);
    else if (this.#known.has(key)) this.#context.receipt.drop('same session and lane again', at);
    else {
      this.#known.add(key);
      this.#sessions++;
      this.#context.receipt.keep();
      this.#context.session(storeSession(session, this.#context.store));
    }
  }
}

/** Reads what `serializeSession` and `serializeSessions` write. */
export const canonical = defineImporter({
  id: 'canonical',
  label: 'Highwater',
  inputs: ['json'],
  sniff: ({ records }: TraceHead) => FORMATS.has(fieldsOf(records[0])?.['format']),
  start: (context) => new CanonicalReader(context),
});
