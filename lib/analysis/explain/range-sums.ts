import { intAt } from '@/lib/engine/base/read';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { Replay } from '@/lib/engine/replay/replay';
import type { EntryPart, EntryParts } from './growth/entry-parts';
import { logSizes } from './growth/log-sizes';
import { sessionGrowth } from './growth/session-growth';
import { realAsked } from './step-events';

/** What a replay does within a range of steps. */
export interface RangeTally {
  /** Real tokens that its requests gained after the first, before a compaction takes any away; NaN where a size is not known. */
  readonly added: number;
  /** A request that was compacted away was not counted: what it gained is missing from `added`. */
  readonly isLeast: boolean;
  readonly compactions: number;
}

/** Counts a range of a replay. */
export function rangeTally(replay: Replay, { from, to }: StepRange): RangeTally {
  const { real, compacted } = replay.columns;
  let [before, added, compactions] = [real[from] ?? NaN, 0, compacted[from] ?? 0];
  let isLeast = false;
  for (let step = from + 1; step <= to; step++) {
    const compacts = compacted[step] === 1;
    const asked = realAsked(replay, step);
    compactions += Number(compacts);
    const isUnknown = !(asked > 0);
    // A step without usage is within what the next known one gained.
    if (isUnknown && !compacts && step < to) continue;
    if (isUnknown && compacts) isLeast = true;
    else added += asked - before;
    before = real[step] ?? NaN;
  }
  return { added, isLeast, compactions };
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
