import { entryRanges, type EntryRange } from '../request-ranges';
import type { Replay } from '@/lib/engine/replay/replay';
import { requestSizes } from './request-sizes';

/** Entries [from, to) of one request that the other does not send. */
export interface DifferentRange {
  readonly from: number;
  readonly to: number;
  /** Real tokens in the request that sends them. */
  readonly tokens: number;
  /** Their place in the other request: in its summary, in neither of its parts, or not yet in the log. */
  readonly elsewhere: 'summarised' | 'lost' | 'absent';
}

/** The entries in which a step's request differs from another's of the same replay. */
export interface RequestDifference {
  readonly other: number;
  readonly onlyHere: readonly DifferentRange[];
  readonly onlyThere: readonly DifferentRange[];
  /** True for an entry that only this request sends. */
  readonly isNew: (entry: number) => boolean;
}

/** Compares the entries of two steps' requests. */
export function requestDifference(replay: Replay, step: number, other: number): RequestDifference {
  const here = entryRanges(replay, step);
  const there = entryRanges(replay, other);
  const onlyHere = without(here, there, requestSizes(replay, step).entry);
  return {
    other,
    onlyHere,
    onlyThere: without(there, here, requestSizes(replay, other).entry),
    isNew: (entry) => onlyHere.some(({ from, to }) => entry >= from && entry < to),
  };
}

/** Entries that `ranges` send and `others` do not. */
function without(
  ranges: readonly EntryRange[],
  others: readonly EntryRange[],
  size: (entry: number) => number,
): readonly DifferentRange[] {
  const end = others.at(-1)?.to ?? 0;
  const found: DifferentRange[] = [];
  for (const { fate, from, to } of ranges) {
    if (fate !== 'sent') continue;
    for (const other of others) {
      if (other.fate === 'sent') continue;
      push(found, Math.max(from, other.from), Math.min(to, other.to), other.fate, size);
    }
    push(found, Math.max(from, end), to, 'absent', size);
  }
  return found;
}

function push(
  found: DifferentRange[],
  from: number,
  to: number,
  elsewhere: DifferentRange['elsewhere'],
  size: (entry: number) => number,
): void {
  if (to <= from) return;
  let tokens = 0;
  for (let entry = from; entry < to; entry++) tokens += size(entry);
  found.push({ from, to, tokens, elsewhere });
}
