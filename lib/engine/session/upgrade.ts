import { err, ok, type Result } from '@/lib/engine/base/result';
import { SESSION_VERSION } from './schema';

/** Reason why a document is not a canonical session, and its place. */
export interface SessionError {
  readonly code: 'malformed' | 'unsupported-version';
  readonly message: string;
  /** JSON path from `$`. */
  readonly at: string;
}

/**
 * A parsed document of the version that this build reads. Checks its version and nothing else; an older
 * version, once there is one, becomes the next one here.
 */
export function upgradeSession(value: unknown, at = '$'): Result<unknown, SessionError> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return err({ code: 'malformed', message: 'The session is not an object.', at });
  }
  const version: unknown = Reflect.get(value, 'version');
  if (!Number.isInteger(version)) {
    return err({ code: 'malformed', message: 'The session has no version.', at: `${at}.version` });
  }
  if (version === SESSION_VERSION) return ok(value);
  const message = `The session has version ${String(version)}; this build reads up to ${SESSION_VERSION}.`;
  return err({ code: 'unsupported-version', message, at: `${at}.version` });
}
