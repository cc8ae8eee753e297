import type { Profile } from './profile';

/** What the user said of a session: their own limit, and heuristic tokens of an attached prefix. */
export interface UserSettings {
  readonly limitOverride: number | null;
  readonly attachedPrefix: {
    readonly system: { readonly tokens: number } | null;
    readonly tools: { readonly tokens: number } | null;
  } | null;
}

/**
 * The profile with what the user said of the session: their limit in place of the recorded one, and
 * the attached prefix where the trace holds none. Columns are shared, not copied.
 */
export function withUserSettings(
  profile: Profile,
  { limitOverride, attachedPrefix }: UserSettings,
): Profile {
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
