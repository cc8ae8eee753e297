import type { Database } from '../client';
import { decompress } from '../compress';

/**
 * The encoded profiles of some sessions as they are stored, by id: without the user's limit and
 * prefix, and perhaps of an earlier version. One query for all, without Prisma, which would pass the
 * bytes as base64.
 */
export async function storedProfiles(
  { importing }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const marks = ids.map(() => '?').join(', ');
  const rows = await importing.query(
    `SELECT "sessionId", "profile" FROM "SessionData" WHERE "sessionId" IN (${marks})`,
    ids,
  );
  const profiles = rows.map(
    async ([id, packed]) => [String(id), await decompress(bytesOf(packed))] as const,
  );
  return new Map(await Promise.all(profiles));
}

/** SQLite's driver gives array buffers. */
const bytesOf = (packed: unknown): Uint8Array =>
  packed instanceof Uint8Array ? packed : new Uint8Array(packed as ArrayBuffer);
