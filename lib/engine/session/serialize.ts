import { err, ok, type Result } from '@/lib/engine/base/result';
import { findContradiction } from './check';
import { schemaError } from './schema-error';
import { sessionSchema, type Session } from './schema';
import { upgradeSession, type SessionError } from './upgrade';

/** Format mark of a document that holds several sessions. */
export const SESSIONS_FORMAT = 'highwater-sessions';

/** Format mark of a bug report, whose `session` is one in canonical form. */
export const BUG_FORMAT = 'highwater-bug-report';

/** A session as canonical JSON text. */
export const serializeSession = (session: Session): string => JSON.stringify(session);

/** Several sessions (the lanes of one trace) as one canonical document. */
export const serializeSessions = (sessions: readonly Session[]): string =>
  JSON.stringify({ format: SESSIONS_FORMAT, sessions });

/**
 * Checks a parsed document and upgrades it to the current version. `at` is its JSON path, a prefix
 * of error paths: `$.sessions[2].steps[3].entries`.
 */
export function parseSession(value: unknown, at = '$'): Result<Session, SessionError> {
  const upgraded = upgradeSession(value, at);
  if (!upgraded.ok) return upgraded;
  const parsed = sessionSchema.safeParse(upgraded.value);
  if (!parsed.success) return err(schemaError(parsed.error, at));
  const fault = findContradiction(parsed.data);
  if (fault) return err({ code: 'malformed', message: fault.message, at: at + fault.at });
  return ok(parsed.data);
}
