import type { Profile } from '@/lib/tokens/profile';
import type { SessionRecord } from './contract';

/**
 * The profile with what the user said of the session: their limit in place of the recorded one, and
 * the attached prefix where the trace holds none. Columns are shared, not copied.
 */
export function withUserSettings(
  profile: Profile,
  record: Pick<SessionRecord, 'limitOverride' | 'attachedPrefix'>,
): Profile {
  const { limitOverride, attachedPrefix } = record;
  const { head } = profile;
  return {
    ...profile,
    head: {
      ...head,
      limit: limitOverride === null ? head.limit : { tokens: limitOverride, source: 'user' },
      system: head.system ?? attachedPrefix?.system?.tokens ?? null,
      tools: head.tools ?? attachedPrefix?.tools?.tokens ?? null,
    },
  };
}
