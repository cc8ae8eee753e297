/** Runs a search that may be paused to its end at once. */
export function drain<T>(search: Generator<unknown, T, void>): T {
  for (;;) {
    const next = search.next();
    if (next.done === true) return next.value;
  }
}
