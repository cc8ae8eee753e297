import * as z from 'zod';
import type { Database } from '@/lib/db/client';
import { liveSettings, type LiveSettings } from '@/lib/db/live-sessions';
import type { SessionDraft } from '@/lib/session/draft';
import type { UserSettings } from '@/lib/tokens/user-settings';

const tokens = z.object({ tokens: z.int().min(0) }).nullable();
const attachedSchema = z.object({ system: tokens, tools: tokens });

/** What the user set of the sessions that an import will replace, by the session it is found in. */
export class LiveDrafts {
  readonly #settings: readonly LiveSettings[];

  private constructor(settings: readonly LiveSettings[]) {
    this.#settings = settings;
  }

  /** Nothing for an import that replaces nothing. */
  static async open(db: Database, liveKey: string | null): Promise<LiveDrafts> {
    return new LiveDrafts(liveKey === null ? [] : await liveSettings(db, liveKey));
  }

  /** What the user set of a session found in the trace; null for nothing. */
  settingsOf({ head }: SessionDraft): UserSettings | null {
    const { sessionId, lane } = head.source;
    const found = this.#settings.find((row) => row.sessionId === sessionId && row.lane === lane);
    if (found === undefined) return null;
    const { limitOverride, attached } = found;
    const attachedPrefix = attached === null ? null : attachedSchema.parse(JSON.parse(attached));
    return { limitOverride, attachedPrefix };
  }
}
