import type { Profile } from '@/lib/tokens/profile';
import { solvePrefix } from './guard-agreement';
import { knownPrefix } from './prepare';
import { recordedRuns } from './projection/runs';

/** The prefix of a session's replay, and its unrecorded shares. */
export interface SessionPrefix {
  /** Heuristic tokens. */
  readonly tokens: number;
  readonly source: 'known' | 'solved' | 'missing';
  /** Shares missing from the trace and not attached. */
  readonly missing: readonly ('system prompt' | 'tool definitions')[];
  /** Steps whose recorded state agrees with a solved prefix, and steps with such state. */
  readonly solved: { readonly steps: number; readonly of: number } | null;
}

/** The known shares; with one missing, the prefix solved from recorded state if possible. */
export function sessionPrefix(profile: Profile): SessionPrefix {
  const known = knownPrefix(profile);
  const missing = [
    ...(profile.head.system === null ? (['system prompt'] as const) : []),
    ...(profile.head.tools === null ? (['tool definitions'] as const) : []),
  ];
  if (missing.length === 0) return { tokens: known, source: 'known', missing, solved: null };
  const solved = solvePrefix(profile, recordedRuns(profile).visible);
  if (solved === null || solved.tokens < known) {
    return { tokens: known, source: 'missing', missing, solved: null };
  }
  const { tokens, steps, of } = solved;
  return { tokens, source: 'solved', missing, solved: { steps, of } };
}
