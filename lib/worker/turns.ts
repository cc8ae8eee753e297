/** Works on what is asked one after the other. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pause: () => Promise<void>) {}

  /** Works when all that was asked before has ended; answers and rejects as the work does. */
  take<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = this.#last.then(async () => {
      // An abort that arrived with the request takes effect before any work.
      await this.pause();
      return work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
