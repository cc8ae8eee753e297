import type { WorkerClock } from '../worker-scope';

/** Milliseconds of work between two checks for messages. */
const SLICE_MS = 12;

/** Work in slices of about twelve milliseconds, between which messages arrive. */
export class Slices {
  #begun = 0;
  #worked = 0;

  constructor(private readonly clock: WorkerClock) {}

  /** Lets messages in, then begins the first slice. */
  async begin(): Promise<void> {
    await this.clock.pause();
    this.#begun = this.clock.now();
  }

  /** The slice has lasted long enough. */
  readonly isOver = (): boolean => this.clock.now() - this.#begun >= SLICE_MS;

  /** Lets messages in where the slice is over, and answers whether it was. */
  async rest(): Promise<boolean> {
    if (!this.isOver()) return false;
    this.#worked += this.clock.now() - this.#begun;
    await this.begin();
    return true;
  }

  /** Runs a search in slices; null if it is cancelled before its end. */
  async finish<T>(search: Generator<null, T, void>, signal: AbortSignal): Promise<T | null> {
    for (;;) {
      if (signal.aborted) return null;
      const next = search.next();
      if (next.done === true) return next.value;
      await this.rest();
    }
  }

  /** Milliseconds of work so far, pauses left out. */
  get ms(): number {
    return this.#worked + (this.clock.now() - this.#begun);
  }
}
