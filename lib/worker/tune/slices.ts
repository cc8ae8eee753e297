/** Milliseconds of work between two checks for messages. */
const SLICE_MS = 12;

/** A worker's clock, and its way to let messages in. */
export interface SliceHost {
  readonly pause: () => Promise<void>;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

/** Work in slices of about twelve milliseconds, between which messages arrive. */
export class Slices {
  readonly #host: SliceHost;
  #begun = 0;
  #worked = 0;

  constructor(host: SliceHost) {
    this.#host = host;
  }

  /** Lets messages in, then begins the first slice. */
  async begin(): Promise<void> {
    await this.#host.pause();
    this.#begun = this.#host.now();
  }

  /** The slice has lasted long enough. */
  readonly isOver = (): boolean => this.#host.now() - this.#begun >= SLICE_MS;

  /** Lets messages in where the slice is over, and answers whether it was. */
  async rest(): Promise<boolean> {
    if (!this.isOver()) return false;
    this.#worked += this.#host.now() - this.#begun;
    await this.begin();
    return true;
  }

  /** Milliseconds of work so far, pauses left out. */
  get ms(): number {
    return this.#worked + (this.#host.now() - this.#begun);
  }
}
