import type { PolicyInput } from '@/lib/engine/policy/policy';

/** A text of an observer or a reflector. */
interface Written {
  readonly bytes: number;
  /** Real tokens where its model states them, else −1. */
  readonly real: number;
}

/** Where a reflection begins beside the agent, and how much it reads: of the tokens from which on it is due. */
const REFLECTED = 0.5;

/** Times the tokens from which on a reflection is due: as long it waits for one that is begun beside the agent. */
const WAITS_UP_TO = 1.2;

/** Observations as they stand in front of the requests. */
export class Observations {
  #bytes = 0;
  #real = 0;
  /** A reflection that was written beside the agent, and the tokens of observations that it stands for. */
  #reflection: (Written & { readonly of: number }) | null = null;
  readonly #input: PolicyInput;

  constructor(input: PolicyInput) {
    this.#input = input;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Real tokens where the model of every text states them, else −1. */
  get real(): number {
    return this.#real;
  }

  forget(): void {
    this.#bytes = 0;
    this.#real = 0;
    this.#reflection = null;
  }

  /** What a call writes about so many tokens; null where it fails or has nothing to say. */
  written(tokens: number, cap: number): Written | null {
    const { summariser } = this.#input;
    summariser.call(tokens, cap, 1);
    if (summariser.failed) return null;
    return { bytes: summariser.bytes, real: summariser.tokens };
  }

  add({ bytes, real }: Written): void {
    this.#bytes += bytes;
    this.#real = real < 0 || this.#real < 0 ? -1 : this.#real + real;
  }

  /** By Mastra's count, or the model's own where a recording says no more of its summaries. */
  #count(): number {
    if (this.#bytes === 0) return Math.max(0, this.#real);
    return this.#input.requests.estimator.text(this.#bytes);
  }

  /**
   * From `due` tokens on a reflection replaces the oldest of them: one that was begun beside the agent at half of `due`;
   * without one, or without `beside`, all of them. What it did, in tokens; null for nothing.
   */
  reflect(
    due: number,
    { cap, beside }: { readonly cap: number; readonly beside: boolean },
  ): { readonly held: number; readonly replaced: number; readonly left: number } | null {
    const held = this.#count();
    const waits = held >= due * REFLECTED && held < due * WAITS_UP_TO;
    if (beside && this.#reflection === null && waits) {
      const of = Math.min(held, Math.floor(due * REFLECTED));
      const written = this.written(of, cap);
      if (written !== null) this.#reflection = { ...written, of };
      return null;
    }
    if (held < due || held === 0) return null;
    const made = this.#reflection ?? this.#whole(held, cap);
    this.#reflection = null;
    if (made === null) return null;
    const replaced = Math.min(held, made.of);
    const rest = 1 - replaced / held;
    this.#bytes = Math.round(this.#bytes * rest) + made.bytes;
    const known = this.#real >= 0 && made.real >= 0;
    this.#real = known ? Math.round(this.#real * rest) + made.real : -1;
    return { held, replaced, left: this.#count() };
  }

  #whole(held: number, cap: number): (Written & { readonly of: number }) | null {
    const written = this.written(held, cap);
    return written === null ? null : { ...written, of: held };
  }
}
