/** A half-open range of entries. */
type Range = readonly [from: number, to: number];

/**
 * The entries of a log that requests still hold. A change is one pass over the ranges, and
 * unchanged ranges are shared: a history may be condensed hundreds of times.
 */
export class VisibleEntries {
  #ranges: Range[] = [];
  #count = 0;
  readonly #tagged = new Map<string, number[]>();

  /** Appends the next entry of the log with the marks that may hide it. */
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

  /** Hides the entries with a mark; returns the visible ranges. */
  hideTagged(tag: string): readonly Range[] {
    return this.#hide((this.#tagged.get(tag) ?? []).map((entry) => [entry, entry + 1]));
  }

  /** Hides a stretch of entries; returns the visible ranges. */
  hideBetween(from: number, to: number): readonly Range[] {
    return this.#hide([[from, to]]);
  }

  /** Hides ascending ranges. */
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
