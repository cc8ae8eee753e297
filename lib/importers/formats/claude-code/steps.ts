import { GrowableInts } from '@/lib/base/growable';
import type { StepInput } from '@/lib/session/builder';
import { usageCounts, type UsageCounts } from '@/lib/session/schema';
import { Names } from '@/lib/tokens/names';
import { timeText } from '../../mechanisms/loose-json';

/** Facts of one attempted call, as integers. */
interface StepFacts {
  readonly real: number | null;
  readonly limit: number | null;
  /** What its usage record counts beside the prompt; absent without a record. */
  readonly counts?: UsageCounts;
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
  readonly #counts = usageCounts.map((name) => ({ name, tokens: new GrowableInts() }));
  readonly #usage = new GrowableInts();
  readonly #model = new GrowableInts();
  readonly #time: number[] = [];
  readonly #lengthStops = new Set<number>();
  readonly #models = new Names();

  add(facts: StepFacts): number {
    const { real, limit, counts, usage, model, time, lengthStop } = facts;
    this.#real.push(real ?? -1);
    this.#limit.push(limit ?? -1);
    for (const { name, tokens } of this.#counts) tokens.push(counts?.[name] ?? -1);
    this.#usage.push(usage);
    this.#model.push(this.#models.index(model));
    const row = this.#time.push(time) - 1;
    if (lengthStop) this.#lengthStops.add(row);
    return row;
  }

  /** The row as the builder takes it. */
  at(row: number): StepInput & Pick<StepFacts, 'real' | 'limit' | 'model'> {
    const known = (value: number): number | null => (value < 0 ? null : value);
    const counts: Partial<Record<keyof UsageCounts, number | null>> = {};
    for (const { name, tokens } of this.#counts) counts[name] = known(tokens.at(row));
    return {
      ...counts,
      real: known(this.#real.at(row)),
      limit: known(this.#limit.at(row)),
      usageRef: this.#usage.at(row),
      model: this.#models.all[this.#model.at(row)] ?? null,
      time: timeText(this.#time[row] ?? NaN),
      lengthStop: this.#lengthStops.has(row),
    };
  }
}
