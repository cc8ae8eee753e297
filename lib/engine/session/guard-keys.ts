/**
 * ContextGuard's session state, our name of each key: the reference's key is
 * `__context_guard_<its name>_<agent>`.
 * achetronic/adk-utils-go, plugin/contextguard/contextguard.go.
 */
export const GUARD_PREFIX = '__context_guard_';

const names = {
  summary: 'summary_',
  watermark: 'contents_at_compaction_',
  summarizedAt: 'summarized_at_',
  realTokens: 'real_tokens_',
  lastHeuristic: 'last_heuristic_',
} as const;

/** One of the five keys. */
export type GuardKey = keyof typeof names;

export const guardKeys = Object.keys(names) as readonly GuardKey[];

/** A key as the session state of an agent holds it. */
export const guardKeyName = (key: GuardKey, agent: string): string =>
  `${GUARD_PREFIX}${names[key]}${agent}`;
