/**
 * Where the reference's tail strategies cut: its first threshold design and the sliding window.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_utils.go (findSplitIndex, safeSplitIndex).
 */
import { entryFlag } from '@/lib/tokens/entry-table';

/** A model's call or a user's response; other roles do not count as tool contents. */
function isTool(flags: number): boolean {
  const user = (flags & entryFlag.user) !== 0;
  return (flags & (user ? entryFlag.response : entryFlag.call)) !== 0;
}

const isResponse = (flags: number): boolean =>
  (flags & entryFlag.user) !== 0 && (flags & entryFlag.response) !== 0;

/**
 * Moves a split so that no call loses its response: back to an entry that is no tool content, else
 * (only tool contents before it) forward to the seam after a response, at most the last entry.
 * `flags` are entry flags; a split outside the entries is given back.
 */
export function safeSplit(flags: ArrayLike<number>, split: number): number {
  const count = flags.length;
  if (split <= 0 || split >= count) return split;
  let back = split;
  while (back > 0 && isTool(flags[back] ?? 0)) back--;
  if (back > 0) return back;
  let forward = split;
  while (forward < count && !isResponse(flags[forward] ?? 0)) forward++;
  return Math.min(forward + 1, count - 1);
}

/**
 * First entry of the tail that `budget` heuristic tokens may hold: entries are taken from the end
 * until the budget is reached, but two at least; the newer half when everything fits. Pair-safe.
 */
export function tailSplit(
  flags: ArrayLike<number>,
  tokens: ArrayLike<number>,
  budget: number,
): number {
  const count = flags.length;
  let sum = 0;
  for (let i = count - 1; i >= 0; i--) {
    sum += tokens[i] ?? 0;
    if (sum >= budget) return safeSplit(flags, Math.min(i + 1, count - 2));
  }
  return safeSplit(flags, Math.max(1, count >> 1));
}
