/** Milliseconds for which members of one archive are read before others have a turn. */
const TURN_MS = 500;

interface Turn {
  readonly parentId: string | null;
}

/**
 * Order of imports from several archives and of single ones: an archive's members are read for a
 * while, then everything else has a turn, then the archive again. Looking for others takes as long as
 * the archive has members, so it is done once a turn.
 */
export class FairTurns {
  readonly #turnMs: number;
  /** Archives that had their turn while others waited. */
  readonly #served = new Set<string>();
  #since = Date.now();
  #current: string | null = null;

  constructor(turnMs: number = TURN_MS) {
    this.#turnMs = turnMs;
  }

  /** The next import; `claim` claims the oldest one that belongs to none of some archives. */
  async next<T extends Turn>(
    claim: (without: readonly string[]) => Promise<T | null>,
  ): Promise<T | null> {
    const over = this.#current !== null && Date.now() - this.#since >= this.#turnMs;
    if (over && this.#current !== null) this.#served.add(this.#current);
    let next = this.#served.size > 0 ? await claim([...this.#served]) : null;
    if (next === null) {
      this.#served.clear();
      next = await claim([]);
    }
    if (over || next?.parentId !== this.#current) this.#since = Date.now();
    this.#current = next?.parentId ?? null;
    return next;
  }
}
