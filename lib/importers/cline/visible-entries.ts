/** A half-open range of entries. */
export type Range = readonly [from: number, to: number];

/**
 * The entries of a log that requests still hold. Every change is one pass over the ranges, and
 * ranges that it leaves alone are shared: a history may be condensed hundreds of times.
 */
export class VisibleEntries {
  #ranges: Range[] = [];
  #count = 0;
  readonly #tagged = new Map<string, number[]>();

  /** The next entry of the log, and the marks by which it may be hidden. */
  append(tags: readonly string[]): void {
    const entry = this.#count++;
    for (const tag of tags) {
      const known = this.#tagged.get(tag);
      if (known === undefined) this.#tagged.set(tag, [entry]);
      else if (known.at(-1) !== entry) known.push(entry);
    }
    const newest = this.#ranges.at(-1);
    if (newest?.[1] === entry) this.#ranges[this.#ranges.length - 1] = [newest[0], entry + 1];
    else this.#ranges.push([entry, entry + 1]);
  }

  /** Hides the entries that bear a mark; gives what is left. */
  hideTagged(tag: string): readonly Range[] {
    return this.#hide((this.#tagged.get(tag) ?? []).map((entry) => [entry, entry + 1]));
  }

  /** Hides a stretch of entries; gives what is left. */
  hideBetween(from: number, to: number): readonly Range[] {
    return this.#hide([[from, to]]);
  }

  /** Hides ranges, which stand in order. */
  #hide(hidden: readonly Range[]): readonly Range[] {
    const left: Range[] = [];
    let next = 0;
    for (const range of this.#ranges) {
      let [from] = range;
      const [, end] = range;
      while (next < hidden.length && (hidden[next]?.[0] ?? end) < end) {
        const [start, stop] = hidden[next] ?? [end, end];
        if (start > from) left.push([from, start]);
        from = Math.max(from, stop);
        if (stop > end) break;
        next++;
      }
      if (from === range[0]) left.push(range);
      else if (from < end) left.push([from, end]);
    }
    this.#ranges = left;
    return [...left];
  }
}
