/** A union of half-open spans of steps; reused, so that a session's lines allocate nothing. */
export class SpanUnion {
  #starts: number[] = [];
  #ends: number[] = [];

  clear(): void {
    this.#starts = [];
    this.#ends = [];
  }

  /** Adds [from, to); an empty span adds nothing. */
  add(from: number, to: number): void {
    if (to <= from) return;
    const last = this.#ends.length - 1;
    const [start = 0, end = -1] = [this.#starts[last], this.#ends[last]];
    if (last >= 0 && from >= start && from <= end) {
      this.#ends[last] = Math.max(end, to);
      return;
    }
    this.#starts.push(from);
    this.#ends.push(to);
  }

  /** Visits the spans of the union, disjoint and ascending. */
  each(visit: (from: number, to: number) => void): void {
    const order = [...this.#starts.keys()];
    if (order.length > 1) order.sort((a, b) => (this.#starts[a] ?? 0) - (this.#starts[b] ?? 0));
    let [from, to] = [0, -1];
    for (const i of order) {
      const [start = 0, end = 0] = [this.#starts[i], this.#ends[i]];
      if (to >= 0 && start <= to) {
        to = Math.max(to, end);
        continue;
      }
      if (to >= 0) visit(from, to);
      [from, to] = [start, end];
    }
    if (to >= 0) visit(from, to);
  }
}
