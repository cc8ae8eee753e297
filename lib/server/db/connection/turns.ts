/**
 * Turns at the database file for the connections of one process: they share a thread, so one that
 * waited for another's lock would wait for itself.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after everything that came before. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for a turn and keeps it until the returned function is called. */
  hold(): Promise<() => void> {
    return new Promise((resolve) => {
      void this.take(() => new Promise<void>((release) => resolve(release)));
    });
  }
}
