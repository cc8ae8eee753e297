import { formatInteger } from '@/lib/base/format';
import type { PolicyInput } from '../policy';
import { responseEnd } from './ceiled-ruler';

/**
 * What the newest response came to: its prompt and its own tokens. Where a recording has usage but
 * not the tokens of the response, they are sized from the model's entries: bytes ÷ 4 times the
 * session's ratio or density, and the first time that is said.
 */
export class LastUsage {
  /** Prompt + response; 0 for none since the last reset. */
  total = 0;
  /** The prompt alone. */
  prompt = 0;
  /** Entries before this one are in the count. */
  until = 0;
  readonly #input: PolicyInput;
  #said = false;

  constructor(input: PolicyInput) {
    this.#input = input;
  }

  /** Usage of a step arrived. */
  observe(step: number, real: number): void {
    const { steps } = this.#input.profile;
    const output = steps.output[step] as number;
    this.prompt = real;
    this.total = real + (output < 0 ? this.#sized(step) : output);
    this.until = responseEnd(this.#input.profile, steps.entries[step] as number);
  }

  /** Nothing is known any more, or only an estimate of so many tokens. */
  reset(total = 0, until = 0): void {
    this.total = total;
    this.prompt = 0;
    this.until = until;
  }

  #sized(step: number): number {
    const { profile, requests, notes } = this.#input;
    const from = profile.steps.entries[step] as number;
    const end = responseEnd(profile, from);
    const heuristic = (profile.sum[end] as number) - (profile.sum[from] as number);
    const tokens = Math.trunc(heuristic * (requests.ratio?.[step] ?? requests.density));
    if (!this.#said && tokens > 0) {
      const text = `The recording does not hold the response’s tokens: they are sized from the model’s entries, ${formatInteger(tokens)} here, likewise later.`;
      notes.events.push({ step, kind: 'estimated', text });
      this.#said = true;
    }
    return tokens;
  }
}
