/** A half-open range of entries. */
export type EntryRange = readonly [from: number, to: number];

/** The entries of the log that a request holds. */
export interface SentEntries {
  /** This entry and all later ones are in it. */
  readonly from: number;
  /** Ranges before `from` that are too, ascending; none touches another or `from`. */
  readonly kept: readonly EntryRange[];
  /** Those in it that are blanked or shortened. */
  readonly elided: ReadonlySet<number>;
}

/**
 * Entries from `covered` on, and ranges kept before it, in the one form in which equal sets are equal: a
 * range that reaches the end of what is covered belongs to the tail.
 */
export function sentRanges(
  covered: number,
  ranges: readonly EntryRange[],
): Pick<SentEntries, 'from' | 'kept'> {
  if (ranges.length === 0) return { from: covered, kept: ranges };
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (to <= from) continue;
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  const tail = merged.findIndex(([, to]) => to >= covered);
  if (tail < 0) return { from: covered, kept: merged };
  const from = Math.min(covered, merged[tail]?.[0] ?? covered);
  return { from, kept: merged.slice(0, tail) };
}

/** True if two requests hold the same ranges. */
export const sameRanges = (
  a: Pick<SentEntries, 'from' | 'kept'>,
  b: Pick<SentEntries, 'from' | 'kept'>,
): boolean =>
  a.from === b.from &&
  a.kept.length === b.kept.length &&
  a.kept.every(([from, to], i) => b.kept[i]?.[0] === from && b.kept[i]?.[1] === to);

/** True if a request of these ranges holds an entry. */
export const holds = ({ from, kept }: Pick<SentEntries, 'from' | 'kept'>, entry: number): boolean =>
  entry >= from || kept.some(([first, end]) => entry >= first && entry < end);
