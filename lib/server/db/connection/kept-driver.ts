import type { Driver, Statements, Value } from './driver';
import { Turns } from './turns';

/**
 * A connection that is opened on first use and kept, because opening costs more than most
 * statements. Statements and transactions run one at a time. After a failure or a loss the next one
 * opens a new connection.
 */
export class KeptDriver implements Driver {
  #driver: Driver | undefined;

  constructor(
    private readonly open: () => Promise<Driver>,
    private readonly turns = new Turns(),
  ) {}

  execute(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#inTurn((driver) => driver.execute(sql, values));
  }

  query(sql: string, values?: readonly Value[]): ReturnType<Statements['query']> {
    return this.#inTurn((driver) => driver.query(sql, values));
  }

  /** `work` must use only the statements that it receives. */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> {
    return this.#inTurn((driver) => driver.transaction(work));
  }

  /** Always true: a lost connection is replaced. */
  isUsable(): boolean {
    return true;
  }

  async close(): Promise<void> {
    await this.turns.take(() => this.#giveUp());
  }

  #inTurn<T>(work: (driver: Driver) => Promise<T>): Promise<T> {
    return this.turns.take(async () => {
      try {
        if (this.#driver?.isUsable() === false) await this.#giveUp();
        this.#driver ??= await this.open();
        return await work(this.#driver);
      } catch (error) {
        await this.#giveUp();
        throw error;
      }
    });
  }

  async #giveUp(): Promise<void> {
    const driver = this.#driver;
    this.#driver = undefined;
    await driver?.close().catch(() => undefined);
  }
}
