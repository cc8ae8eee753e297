import type { Database } from '@/lib/host/db/client';
import type { SessionListRow, SessionSummary } from '@/lib/host/db/sessions/sessions';
import { summaryColumns } from '@/lib/host/import/stage-session';
import type { Profile } from '@/lib/tokens/profile';
import { decodeProfile } from '@/lib/tokens/profile-codec';
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

/** The list's columns under the user's limit and attached prefix. */
export const summaryOf = async (
  ...session: Parameters<typeof ownProfile>
): Promise<SessionSummary> => summaryColumns(await ownProfile(...session));
