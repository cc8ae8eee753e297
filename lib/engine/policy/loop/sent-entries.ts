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
 * Entries from `covered` on, and ascending ranges kept before it, in the one form in which equal sets are equal: a
 * range that reaches the end of what is covered belongs to the tail.
 */
export function sentRanges(
  covered: number,
  ranges: readonly EntryRange[],
): Pick<SentEntries, 'from' | 'kept'> {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges) {
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

/**
 * True if a request of the entries from `covered` on, and of ascending ranges kept before it, holds just these
 * entries. Ends at the first difference, which is nearly always the first range.
 */
export function sendsThese(
  covered: number,
  ranges: readonly EntryRange[],
  { from, kept }: Pick<SentEntries, 'from' | 'kept'>,
): boolean {
  let same = 0;
  for (let i = 0; i < ranges.length;) {
    const [first, end] = ranges[i] as EntryRange;
    let to = end;
    for (i++; i < ranges.length && (ranges[i] as EntryRange)[0] <= to; i++) {
      to = Math.max(to, (ranges[i] as EntryRange)[1]);
    }
    if (to <= first) continue;
    if (to >= covered) return same === kept.length && from === Math.min(first, covered);
    const theirs = kept[same++];
    if (theirs?.[0] !== first || theirs[1] !== to) return false;
  }
  return same === kept.length && from === covered;
}

/** True if a request of these ranges holds an entry. */
export const holds = ({ from, kept }: Pick<SentEntries, 'from' | 'kept'>, entry: number): boolean =>
  entry >= from || kept.some(([first, end]) => entry >= first && entry < end);
