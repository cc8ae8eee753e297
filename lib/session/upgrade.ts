import { err, ok, type Result } from '@/lib/base/result';
import { SESSION_VERSION } from './schema';

/** Why a document is no canonical session, and where. */
export interface SessionError {
  readonly code: 'malformed' | 'unsupported-version';
  readonly message: string;
  /** JSON path from `$`. */
  readonly at: string;
}

type Upgrader = (session: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Brings a session of version n to n + 1; one for every version this build can still read. */
const upgraders: ReadonlyMap<number, Upgrader> = new Map();

/** Brings a parsed document to the current version, step by step; checks nothing but its version. */
export function upgradeSession(value: unknown, at = '$'): Result<unknown, SessionError> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return err({ code: 'malformed', message: 'The session is no object.', at });
  }
  let session = value as Readonly<Record<string, unknown>>;
  const recorded = session['version'];
  if (typeof recorded !== 'number' || !Number.isInteger(recorded)) {
    return err({
      code: 'malformed',
      message: 'The session names no version.',
      at: `${at}.version`,
    });
  }
  for (let version = recorded; version !== SESSION_VERSION; version++) {
    const upgrade = upgraders.get(version);
    if (upgrade === undefined || version > SESSION_VERSION) {
      const message = `The session is of version ${recorded}; this build reads up to ${SESSION_VERSION}.`;
      return err({ code: 'unsupported-version', message, at: `${at}.version` });
    }
    session = upgrade(session);
  }
  return ok(session);
}
