import { intAt } from '@/lib/engine/base/read';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { Replay } from '@/lib/engine/replay/replay';
import type { EntryPart, EntryParts } from './growth/entry-parts';
import { logSizes } from './growth/log-sizes';
import { sessionGrowth } from './growth/session-growth';

/** What a replay does within a range of steps. */
export interface RangeTally {
  /** Real tokens of the last request less those of the first; NaN where one of them is not known. */
  readonly grew: number;
  readonly compactions: number;
}

/** Counts a range of a replay. */
export function rangeTally({ columns }: Replay, { from, to }: StepRange): RangeTally {
  let compactions = 0;
  for (let step = from; step <= to; step++) compactions += columns.compacted[step] ?? 0;
  return { grew: (columns.real[to] ?? NaN) - (columns.real[from] ?? NaN), compactions };
}

/** Tokens that one source added to the recorded requests. */
export interface AddedBy {
  /** null: what is in no entry of the recording. */
  readonly part: EntryPart | null;
  readonly tokens: number;
}

/**
 * Real tokens that the recording's requests gained after the first step of a range, by what brought them;
 * the largest first. What a compaction takes away is not among them.
 */
export function addedIn(
  { session }: Replay,
  parts: EntryParts,
  { from, to }: StepRange,
): readonly AddedBy[] {
  const { entries } = session.profile.steps;
  const sizes = logSizes(session).entries;
  const sums = new Map<string, { part: EntryPart | null; tokens: number }>();
  const add = (part: EntryPart | null, tokens: number): void => {
    const key = part === null ? '' : `${part.kind}:${part.tool ?? ''}`;
    const known = sums.get(key) ?? { part, tokens: 0 };
    sums.set(key, { part, tokens: known.tokens + tokens });
  };
  for (let i = intAt(entries, from); i < intAt(entries, to); i++) add(parts.of(i), intAt(sizes, i));
  for (const { step, kind, unexplained } of sessionGrowth(session).steps) {
    if (step > from && step <= to && kind === 'run' && unexplained > 0) add(null, unexplained);
  }
  return [...sums.values()].filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens);
}
