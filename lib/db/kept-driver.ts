import type { Driver, Statements, Value } from './driver';

/**
 * One connection that is opened when it is first needed and kept: opening one costs more than most
 * of what is asked of it. Statements and transactions take turns on it; once it fails or is lost it
 * is given up, and the next one opens another.
 */
export class KeptDriver implements Driver {
  readonly #open: () => Promise<Driver>;
  #driver: Driver | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: () => Promise<Driver>) {
    this.#open = open;
  }

  execute(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#inTurn((driver) => driver.execute(sql, values));
  }

  query(sql: string, values?: readonly Value[]): ReturnType<Statements['query']> {
    return this.#inTurn((driver) => driver.query(sql, values));
  }

  /** Inside of `work` only its own statements may be used. */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> {
    return this.#inTurn((driver) => driver.transaction(work));
  }

  /** Always: a connection that was lost is replaced. */
  isUsable(): boolean {
    return true;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#giveUp();
  }

  #inTurn<T>(work: (driver: Driver) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      if (this.#driver?.isUsable() === false) await this.#giveUp();
      this.#driver ??= await this.#open();
      return work(this.#driver);
    });
    this.#last = turn.catch(() => this.#giveUp());
    return turn;
  }

  async #giveUp(): Promise<void> {
    const driver = this.#driver;
    this.#driver = undefined;
    await driver?.close().catch(() => undefined);
  }
}
