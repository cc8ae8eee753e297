import { GrowableInts } from '@/lib/base/growable';
import type { StepInput } from '@/lib/session/builder';
import { Names } from '@/lib/tokens/names';
import { timeText } from '../../mechanisms/loose-json';

/** Facts of one attempted call, as integers. */
interface StepFacts {
  readonly real: number | null;
  readonly limit: number | null;
  /** Tokens of the response; prompt tokens written to the cache. */
  readonly output?: number | null;
  readonly cacheWrite?: number | null;
  /** Ref of the usage record in the store; −1 without one. */
  readonly usage: number;
  readonly model: string | null;
  /** Milliseconds since 1970; NaN where unknown. */
  readonly time: number;
  /** The response stopped at the output limit. */
  readonly lengthStop: boolean;
}

/** Attempted calls of a trace, one row each. */
export class StepTable {
  readonly #real = new GrowableInts();
  readonly #limit = new GrowableInts();
  readonly #output = new GrowableInts();
  readonly #cacheWrite = new GrowableInts();
  readonly #usage = new GrowableInts();
  readonly #model = new GrowableInts();
  readonly #time: number[] = [];
  readonly #lengthStops = new Set<number>();
  readonly #models = new Names();

  add(facts: StepFacts): number {
    const { real, limit, output, cacheWrite, usage, model, time, lengthStop } = facts;
    this.#real.push(real ?? -1);
    this.#limit.push(limit ?? -1);
    this.#output.push(output ?? -1);
    this.#cacheWrite.push(cacheWrite ?? -1);
    this.#usage.push(usage);
    this.#model.push(this.#models.index(model));
    const row = this.#time.push(time) - 1;
    if (lengthStop) this.#lengthStops.add(row);
    return row;
  }

  /** The row as the builder takes it. */
  at(row: number): StepInput & Pick<StepFacts, 'real' | 'limit' | 'model'> {
    const known = (value: number): number | null => (value < 0 ? null : value);
    return {
      real: known(this.#real.at(row)),
      limit: known(this.#limit.at(row)),
      output: known(this.#output.at(row)),
      cacheWrite: known(this.#cacheWrite.at(row)),
      usageRef: this.#usage.at(row),
      model: this.#models.all[this.#model.at(row)] ?? null,
      time: timeText(this.#time[row] ?? NaN),
      lengthStop: this.#lengthStops.has(row),
    };
  }
}
