import type { Profile } from '@/lib/engine/tokens/profile';
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

/** Heuristic tokens of the prefix as far as the recording, or the user, holds its texts. */
export function knownPrefix(profile: Profile): number {
  return (profile.head.system ?? 0) + (profile.head.tools ?? 0);
}

/**
 * The prefix that a session is replayed with, on every host and under every policy: the known shares;
 * with one missing, the prefix that ContextGuard's recorded state determines. What that state says is
 * what the agent counted, so it holds whatever is asked.
 */
export function sessionPrefix(profile: Profile): SessionPrefix {
  const known = knownPrefix(profile);
  const missing = [
    ...(profile.head.system === null ? (['system prompt'] as const) : []),
    ...(profile.head.tools === null ? (['tool definitions'] as const) : []),
  ];
  if (missing.length === 0) return { tokens: known, source: 'known', missing, solved: null };
  const solved = solvePrefix(profile);
  if (solved === null || solved.tokens < known) {
    return { tokens: known, source: 'missing', missing, solved: null };
  }
  const { tokens, steps, of } = solved;
  return { tokens, source: 'solved', missing, solved: { steps, of } };
}

/** A prefix solved from recorded state, and the number of steps that give it. */
interface SolvedPrefix {
  readonly tokens: number;
  readonly steps: number;
  /** Steps whose state determines a prefix. */
  readonly of: number;
}

/**
 * The heuristic of system prompt and tool definitions that an ADK session does not hold: recorded
 * last heuristic − visible heuristic, on steps before the first compaction. The most frequent
 * difference; null if no step determines one.
 */
function solvePrefix(profile: Profile): SolvedPrefix | null {
  const { guard } = profile.head;
  if (guard.length === 0) return null;
  const { visible } = recordedRuns(profile);
  const times = new Map<number, number>();
  let of = 0;
  for (const { step, lastHeuristic, watermark } of guard) {
    if (lastHeuristic === null || lastHeuristic <= 0 || (watermark ?? 0) > 0) continue;
    const difference = lastHeuristic - (visible[step] ?? 0);
    of++;
    if (difference >= 0) times.set(difference, (times.get(difference) ?? 0) + 1);
  }
  let best: SolvedPrefix | null = null;
  for (const [tokens, steps] of times) {
    if (best === null || steps > best.steps) best = { tokens, steps, of };
  }
  return best;
}
