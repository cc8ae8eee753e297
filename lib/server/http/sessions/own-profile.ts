import type { Database } from '@/lib/server/db/client';
import type { SessionListRow, SessionSummary } from '@/lib/server/db/sessions/sessions';
import { summaryColumns } from '@/lib/server/import/stage-session';
import type { Profile } from '@/lib/engine/tokens/profile';
import { decodeProfile, encodeProfile, isCurrentProfile } from '@/lib/engine/tokens/profile-codec';
import { withUserSettings } from '@/lib/engine/tokens/user-settings';
import { attachedOf, readHead } from '../records';
import { storedProfile } from './stored-profile';
import { sessionNames } from './stored-references';

/** A session's profile under the user's limit and attached prefix. */
export async function ownProfile(
  db: Database,
  row: SessionListRow,
  attachedPrefix = attachedOf(row),
): Promise<Profile> {
  const bytes = await storedProfile(db, row);
  const { limitOverride } = row;
  return withUserSettings(decodeProfile(bytes), { limitOverride, attachedPrefix });
}

/**
 * A session's encoded profile under the user's limit and attached prefix; its `hash` is of these
 * bytes. `stored` is the profile as the database has it.
 */
export async function ownBytes(
  db: Database,
  row: SessionListRow,
  stored?: Uint8Array,
): Promise<Uint8Array> {
  const { limitOverride, attached } = row;
  const isCurrent = stored !== undefined && isCurrentProfile(stored);
  const bytes = isCurrent ? stored : await storedProfile(db, row);
  if (limitOverride === null && attached === null) return bytes;
  const settings = { limitOverride, attachedPrefix: attachedOf(row) };
  return encodeProfile(withUserSettings(decodeProfile(bytes), settings));
}

/** The list's columns under the user's limit and attached prefix. */
export const summaryOf = async (
  ...session: Parameters<typeof ownProfile>
): Promise<SessionSummary> => {
  const [db, row] = session;
  const head = await readHead(db, row.id);
  return summaryColumns(await ownProfile(...session), head, await sessionNames(db, row));
};
