import type { Profile } from './profile';

/** The user's input for a session: a limit, and heuristic tokens of an attached prefix. */
export interface UserSettings {
  readonly limitOverride: number | null;
  readonly attachedPrefix: {
    readonly system: { readonly tokens: number } | null;
    readonly tools: { readonly tokens: number } | null;
  } | null;
}

/**
 * The profile with the user's input: the user's limit replaces the recorded one, the attached
 * prefix is used where the trace holds none. Columns are shared, not copied.
 */
export function withUserSettings(
  profile: Profile,
  { limitOverride, attachedPrefix }: UserSettings,
): Profile {
  const head = {
    ...profile.head,
    system: profile.head.system ?? attachedPrefix?.system?.tokens ?? null,
    tools: profile.head.tools ?? attachedPrefix?.tools?.tokens ?? null,
  };
  if (limitOverride === null) return { ...profile, head };
  // The user's limit holds for every step.
  const { environments: _, ...rest } = head;
  return { ...profile, head: { ...rest, limit: { tokens: limitOverride, source: 'user' } } };
}
