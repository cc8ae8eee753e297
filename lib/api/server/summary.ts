import type { Database } from '@/lib/db/client';
import type { SessionListRow, SessionSummary } from '@/lib/db/sessions';
import { summaryColumns } from '@/lib/jobs/stage-session';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import type { AttachedPrefix } from '@/lib/api/contract';
import { withUserSettings } from '@/lib/api/user-settings';
import { attachedOf } from './records';
import { storedProfile } from './stored-profile';

/** The list's columns under the user's limit and attached prefix. */
export async function summaryOf(
  db: Database,
  row: SessionListRow,
  attachedPrefix: AttachedPrefix | null = attachedOf(row),
): Promise<SessionSummary> {
  const bytes = await storedProfile(db, row);
  const { limitOverride } = row;
  return summaryColumns(withUserSettings(decodeProfile(bytes), { limitOverride, attachedPrefix }));
}
