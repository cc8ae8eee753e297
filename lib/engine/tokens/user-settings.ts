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
  const { environments, limit, ...head } = profile.head;
  const isRecorded = limitOverride === null;
  return {
    ...profile,
    head: {
      ...head,
      // The user's holds for every step.
      ...(isRecorded && environments !== undefined && { environments }),
      limit: isRecorded ? limit : { tokens: limitOverride, source: 'user' },
      system: head.system ?? attachedPrefix?.system?.tokens ?? null,
      tools: head.tools ?? attachedPrefix?.tools?.tokens ?? null,
    },
  };
}
