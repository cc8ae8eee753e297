/** Failed attempts to sign in within a minute after which no more are looked at. */
export const MOST_FAILURES = 10;

const MINUTE_MS = 60_000;

/** Bounds how often a token may be guessed on the sign-in page, by everyone together. */
export class Attempts {
  #failures: number[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Seconds to wait before the next attempt is looked at; 0 for none. */
  wait(): number {
    const now = this.now();
    this.#failures = this.#failures.filter((at) => now - at < MINUTE_MS);
    const [oldest = now] = this.#failures;
    if (this.#failures.length < MOST_FAILURES) return 0;
    return Math.ceil((oldest + MINUTE_MS - now) / 1_000);
  }

  fail(): void {
    this.#failures.push(this.now());
  }
}
