import { err, ok, type Result } from '@/lib/engine/base/result';
import type { CallNotice } from '../../mechanisms/calls/recorded-call';
import { asObject, asText, field, type JsonObject } from '../../mechanisms/genai';
import type { ImportContext, ImportError } from '../../importer';
import { guardState } from './guard';
import { AdkSession, type AdkIdentity } from './session-reader';

/** Most sessions named in a remark. */
const NAMED = 5;

/** The sessions of one ADK trace, one after the other. */
export class AdkSessions {
  readonly #ids = new Set<string>();
  readonly #stepless: string[] = [];
  #kept = 0;

  constructor(
    private readonly context: ImportContext,
    private readonly format: string,
  ) {}

  /** Begins a session; `state` is the session's state at its end. */
  open(session: JsonObject, state: JsonObject, notices: readonly CallNotice[] = []): AdkSession {
    const app = asText(field(session, 'appName'));
    const id = asText(field(session, 'id')) ?? `session ${this.#ids.size + 1}`;
    const user = asText(field(session, 'userId'));
    const identity: AdkIdentity = {
      format: this.format,
      app,
      sessionId: this.#unique(id, `${app ?? ''}/${user ?? ''}/${id}`),
      user,
      displayName: displayName(state),
      finalState: guardState(state),
      notices,
    };
    return new AdkSession(this.context, identity);
  }

  /** Ends a session: hands it over, or notes it as one without a model call. */
  close(session: AdkSession): void {
    if (session.finish()) this.#kept++;
    else this.#stepless.push(session.id);
  }

  /** Remarks on what was left out; an error if no session is left. */
  end(): Result<void, ImportError> {
    const left = this.#stepless.length;
    const total = this.#kept + left;
    if (this.#kept === 0) {
      const message =
        total === 0
          ? 'The file holds no ADK session.'
          : `The file holds ${total} ADK ${total === 1 ? 'session' : 'sessions'} and no model call.`;
      return err({ code: 'no-sessions', message });
    }
    if (left > 0) {
      const names = this.#stepless.slice(0, NAMED).join(', ');
      const more = left > NAMED ? ` and ${left - NAMED} more` : '';
      this.context.receipt.remark(
        `${left} of ${total} sessions hold no model call and were left out: ${names}${more}.`,
      );
    }
    return ok(undefined);
  }

  /** Ids are unique per app and user only. */
  #unique(id: string, full: string): string {
    let unique = this.#ids.has(id) ? full : id;
    for (let n = 2; this.#ids.has(unique); n++) unique = `${full} (${n})`;
    this.#ids.add(unique);
    return unique;
  }
}

/** The session's name in the web interface. */
function displayName(state: JsonObject): string | null {
  return asText(asObject(state['__session_metadata__'])?.['displayName']);
}
