import { err, ok, type Result } from '@/lib/engine/base/result';
import { SESSION_VERSION } from './schema';

/** Reason why a document is not a canonical session, and its place. */
export interface SessionError {
  readonly code: 'malformed' | 'unsupported-version';
  readonly message: string;
  /** JSON path from `$`. */
  readonly at: string;
}

type Upgrader = (session: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Upgraders from version n to n + 1, one for every older version this build can read. */
const upgraders: ReadonlyMap<number, Upgrader> = new Map();

/** Upgrades a parsed document to the current version, step by step; checks only its version. */
export function upgradeSession(value: unknown, at = '$'): Result<unknown, SessionError> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return err({ code: 'malformed', message: 'The session is not an object.', at });
  }
  let session = value as Readonly<Record<string, unknown>>;
  const recorded = session['version'];
  if (typeof recorded !== 'number' || !Number.isInteger(recorded)) {
    return err({
      code: 'malformed',
      message: 'The session has no version.',
      at: `${at}.version`,
    });
  }
  for (let version = recorded; version !== SESSION_VERSION; version++) {
    const upgrade = upgraders.get(version);
    if (upgrade === undefined || version > SESSION_VERSION) {
      const message = `The session has version ${recorded}; this build reads up to ${SESSION_VERSION}.`;
      return err({ code: 'unsupported-version', message, at: `${at}.version` });
    }
    session = upgrade(session);
  }
  return ok(session);
}
