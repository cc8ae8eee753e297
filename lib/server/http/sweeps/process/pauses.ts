/** Pauses of a process, all of which end early when there may be work. */
export class Pauses {
  readonly #ends = new Set<() => void>();

  /** Waits for some milliseconds, or until {@link end}. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#ends.add(end);
    });
  }

  /** Ends all pauses. */
  end(): void {
    for (const end of [...this.#ends]) end();
  }
}
