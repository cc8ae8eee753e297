import { createHash } from 'node:crypto';
import type { Database } from '@/lib/server/db/client';
import { storedProfiles } from '@/lib/server/db/sessions/bulk-profiles';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { isCurrentProfile } from '@/lib/engine/tokens/profile-codec';
import { ownBytes } from './own-profile';

/** A session as it is listed. */
interface Listed {
  readonly id: string;
  /** SHA-256 of its own bytes; null until they are read. */
  readonly hash: string | null;
}

/**
 * The encoded profiles of some sessions under the user's limit and attached prefix, by id; without
 * those that are not listed any more. Most are as they are stored, which their hash says: the rest of
 * a session's row, which takes longer than all else, is then not read.
 */
export async function ownBytesOf(
  db: Database,
  sessions: readonly Listed[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const own = new Map<string, Uint8Array>();
  const stored = await storedProfiles(db, [...new Set(sessions.map(({ id }) => id))]);
  for (const { id, hash } of sessions) {
    const plain = stored.get(id);
    if (plain !== undefined && isCurrentProfile(plain) && hashOf(plain) === hash) {
      own.set(id, plain);
      continue;
    }
    const row = await findSession(db, id);
    if (row !== null) own.set(id, await ownBytes(db, row, plain));
  }
  return own;
}

/** SHA-256 of encoded numbers. */
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
