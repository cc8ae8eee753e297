import * as z from 'zod';
import type { Database } from '@/lib/server/db/client';
import { liveSettings, type LiveSettings } from '@/lib/server/db/sessions/live-sessions';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { UserSettings } from '@/lib/engine/tokens/user-settings';

const tokens = z.object({ tokens: z.int().min(0) }).nullable();
const attachedSchema = z.object({ system: tokens, tools: tokens });

/** The user's settings of sessions that a live import will replace. */
export class LiveDrafts {
  private constructor(private readonly settings: readonly LiveSettings[]) {}

  /** Loads the settings; none for an import that replaces nothing. */
  static async open(db: Database, liveKey: string | null): Promise<LiveDrafts> {
    return new LiveDrafts(liveKey === null ? [] : await liveSettings(db, liveKey));
  }

  /** The user's settings of a session in the trace; null if there are none. */
  settingsOf({ head }: SessionDraft): UserSettings | null {
    const { sessionId, lane } = head.source;
    const found = this.settings.find((row) => row.sessionId === sessionId && row.lane === lane);
    if (found === undefined) return null;
    const { limitOverride, attached } = found;
    const attachedPrefix = attached === null ? null : attachedSchema.parse(JSON.parse(attached));
    return { limitOverride, attachedPrefix };
  }
}
