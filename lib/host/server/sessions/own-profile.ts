import type { Database } from '@/lib/host/db/client';
import type { SessionListRow, SessionSummary } from '@/lib/host/db/sessions/sessions';
import { summaryColumns } from '@/lib/host/import/stage-session';
import type { Profile } from '@/lib/tokens/profile';
import { decodeProfile, encodeProfile } from '@/lib/tokens/profile-codec';
import { withUserSettings } from '@/lib/tokens/user-settings';
import { attachedOf } from '../records';
import { storedProfile } from './stored-profile';

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

/** A session's encoded profile under the user's limit and attached prefix; its `hash` is of these bytes. */
export async function ownBytes(db: Database, row: SessionListRow): Promise<Uint8Array> {
  return row.limitOverride === null && row.attached === null
    ? storedProfile(db, row)
    : encodeProfile(await ownProfile(db, row));
}

/** The list's columns under the user's limit and attached prefix. */
export const summaryOf = async (
  ...session: Parameters<typeof ownProfile>
): Promise<SessionSummary> => summaryColumns(await ownProfile(...session));
