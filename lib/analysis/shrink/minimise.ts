/** What a search came to. */
export interface Minimised<T> {
  readonly kept: readonly T[];
  /** None of `kept` can go alone; false where the search was stopped before that was seen. */
  readonly isMinimal: boolean;
}

/**
 * Delta debugging (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002): takes away
 * half of the items, then quarters, then ever smaller chunks, wherever `holds` still says yes of the rest, until
 * no single item can go. Chunks go from the end: what is most likely needed stands first. Yields how many are left
 * before each test. `holds` is taken to be true of `all`; `goesOn` false ends the search with what it has.
 */
export function* minimise<T>(
  all: readonly T[],
  holds: (kept: readonly T[]) => boolean,
  goesOn: () => boolean = () => true,
): Generator<number, Minimised<T>, void> {
  let kept = all;
  let size = Math.ceil(all.length / 2);
  for (;;) {
    const before = kept.length;
    for (let end = kept.length; end > 0;) {
      if (!goesOn()) return { kept, isMinimal: false };
      yield kept.length;
      const from = Math.max(0, end - size);
      const rest = [...kept.slice(0, from), ...kept.slice(end)];
      if (holds(rest)) kept = rest;
      end = from;
    }
    if (size <= 1 && kept.length === before) return { kept, isMinimal: true };
    size = Math.max(1, Math.ceil(size / 2));
  }
}
