import type { Profile } from '../profile';

/** A usage on every step and the prefix recorded · B no prefix · C usage in part · D none. */
export type UsageTier = 'A' | 'B' | 'C' | 'D';

/** Completeness of a recording's usage. A rejected step's real is known from its error. */
export function usageTier(profile: Profile): UsageTier {
  const { real } = profile.steps;
  const known = real.reduce((sum, value) => sum + (value >= 0 ? 1 : 0), 0);
  if (profile.steps.ratio) return 'A';
  if (known === 0) return 'D';
  if (known < real.length) return 'C';
  return profile.head.system === null || profile.head.tools === null ? 'B' : 'A';
}

/** Description of each tier. */
export const usageTierText: Readonly<Record<UsageTier, string>> = {
  A: 'usage on every step; system prompt and tool definitions recorded',
  B: 'usage on every step; system prompt or tool definitions not recorded',
  C: 'usage on some steps only',
  D: 'no usage: every real token is projected',
};
