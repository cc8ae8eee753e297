import { median } from '@/lib/engine/base/stats';

/** How far predicted tokens are from recorded ones, over the steps that can tell. */
export interface TokenError {
  readonly steps: number;
  readonly predicted: number;
  readonly recorded: number;
  /** Median of |predicted − recorded| / tokens that the step's error is measured by. */
  readonly median: number;
  /** Steps within 5 % of those tokens. */
  readonly within: number;
}

const CLOSE = 0.05;

/** Adds up the errors of steps. */
export class TokenErrors {
  readonly #errors: number[] = [];
  #predicted = 0;
  #recorded = 0;

  /** One step, its error measured by `of` tokens; below 0 its recording says nothing. */
  add(predicted: number, recorded: number, of: number): void {
    if (recorded < 0 || of <= 0) return;
    this.#predicted += predicted;
    this.#recorded += recorded;
    this.#errors.push(Math.abs(predicted - recorded) / of);
  }

  /** null without a step. */
  error(): TokenError | null {
    const errors = this.#errors;
    if (errors.length === 0) return null;
    const within = errors.filter((error) => error <= CLOSE).length;
    const [predicted, recorded] = [this.#predicted, this.#recorded];
    return { steps: errors.length, predicted, recorded, median: median(errors), within };
  }
}
