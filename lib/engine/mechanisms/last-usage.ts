import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { ViewRun, type ViewSettings } from '@/lib/engine/policy/view-run';
import { responseOf } from './ceiled-estimator';
import { densityBefore } from './shipped-density';

/**
 * Usage of the newest response: its prompt and its own tokens. If a recording has usage but not the
 * tokens of the response, they are sized from the model's entries: bytes ÷ 4 times the model's
 * density, with a note at the first such step.
 */
export class LastUsage {
  /** Prompt + response; 0 for none since the last reset. */
  total = 0;
  /** The prompt alone. */
  prompt = 0;
  /** Entries before this one are in the count. */
  until = 0;
  readonly #input: PolicyInput;
  readonly #outputs: Int32Array;
  /** What records count beyond their request, by step. */
  readonly #beyond: ReadonlyMap<number, number>;
  #said = false;

  /** `outputs`: tokens of each step's response, −1 where unknown. */
  constructor(input: PolicyInput, outputs: Int32Array = input.profile.steps.output) {
    this.#input = input;
    this.#outputs = outputs;
    const { head, steps } = input.profile;
    this.#beyond = new Map(
      head.counted
        .filter(({ kind }) => kind === 'sum')
        .map(({ step, tokens }) => [step, tokens - intAt(steps.real, step)]),
    );
  }

  /** Usage of a step arrived. */
  observe(step: number, real: number): void {
    const output = intAt(this.#outputs, step);
    // An agent reads a record that sums several requests as it stands.
    const prompt = real + (this.#beyond.get(step) ?? 0);
    this.prompt = prompt;
    this.total = prompt + (output < 0 ? this.#sized(step) : output);
    this.until = responseOf(this.#input.profile, step)[1];
  }

  /** Nothing is known any more, or only an estimate of so many tokens. */
  reset(total = 0, until = 0): void {
    this.total = total;
    this.prompt = 0;
    this.until = until;
  }

  #sized(step: number): number {
    const { profile, notes } = this.#input;
    const heuristic = sumBetween(profile.sum, ...responseOf(profile, step));
    const tokens = Math.trunc(heuristic * densityBefore(this.#input, step));
    if (!this.#said && tokens > 0) {
      const text = `The recording does not hold the response’s tokens: they are sized from the model’s entries, ${formatInteger(tokens)} here, likewise later.`;
      notes.events.push({ step, kind: 'estimated', text });
      this.#said = true;
    }
    return tokens;
  }
}

/** A run whose count begins with the newest usage. */
export abstract class UsageRun<S extends ViewSettings> extends ViewRun<S> {
  protected readonly usage = new LastUsage(this.input);

  override forget(): void {
    super.forget();
    this.usage.reset();
  }

  override state(): number {
    return this.usage.total;
  }

  override after(step: number, _h: number, real: number): void {
    if (real > 0) this.usage.observe(step, real);
  }
}
