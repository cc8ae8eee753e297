import { solvePrefix } from '@/lib/replay/guard-agreement';
import { knownPrefix } from '@/lib/replay/replay';
import { recordedRuns } from '@/lib/replay/runs';
import type { Profile } from '@/lib/tokens/profile';

/** The prefix a session is replayed with, and what of it nobody recorded. */
export interface SessionPrefix {
  /** Heuristic tokens. */
  readonly tokens: number;
  readonly source: 'known' | 'solved' | 'missing';
  /** Shares that neither the trace nor the user gave. */
  readonly missing: readonly ('system prompt' | 'tool definitions')[];
  /** Steps whose recorded state agrees with a solved prefix, and how many could tell. */
  readonly solved: { readonly steps: number; readonly of: number } | null;
}

/** The known shares; where one is missing and the recorded state can tell, the solved whole. */
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
