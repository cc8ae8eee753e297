import type { RequestSizes } from '@/lib/engine/policy/requests';

/** Steps of a block whose largest operands are kept. */
const BLOCK = 16;

/**
 * The steps of a session before anything fires: until then no operand depends on a setting, so the first
 * step that reaches a threshold is looked up instead of replayed. Only for requests that the reference
 * counts, looked at with the whole log in view.
 */
export class FirstReach {
  /**
   * Per step, before it is decided, and behind the last: the newest real, and real ÷ last heuristic; 0
   * where one of them is missing.
   */
  readonly #real: Float64Array;
  readonly #ratio: Float64Array;
  readonly #heuristic: Int32Array;
  /** Real tokens of the requests before a step. */
  readonly sent: Float64Array;
  readonly #size: number;
  /** Per block: the largest heuristic, ratio and real, and whether a ratio is missing. */
  readonly #heuristics: Float64Array;
  readonly #ratios: Float64Array;
  readonly #reals: Float64Array;
  readonly #missing: Uint8Array;
  /** Steps above the limit last asked for. */
  #limit = Infinity;
  #over: readonly number[] = [];

  constructor(requests: RequestSizes, size: number) {
    this.#size = size;
    this.#heuristic = requests.heuristic;
    this.#real = new Float64Array(size + 1);
    this.#ratio = new Float64Array(size);
    this.sent = new Float64Array(size + 1);
    const blocks = Math.ceil(size / BLOCK);
    this.#heuristics = new Float64Array(blocks).fill(-Infinity);
    this.#ratios = new Float64Array(blocks);
    this.#reals = new Float64Array(blocks);
    this.#missing = new Uint8Array(blocks);
    this.#read(requests);
    this.#bound();
  }

  #read({ heuristic, real: whole, realOffset, ratio, reported }: RequestSizes): void {
    let real = 0;
    let last = 0;
    for (let i = 0; i < this.#size; i++) {
      const h = heuristic[i] as number;
      this.#real[i] = real;
      this.#ratio[i] = real > 0 && last > 0 ? real / last : 0;
      const sized = ratio === null ? (whole[i] as number) + realOffset : h * (ratio[i] as number);
      const sent = sized > 0 ? Math.trunc(sized) : 0;
      this.sent[i + 1] = (this.sent[i] as number) + sent;
      if (reported[i] === 1 && sent > 0) real = sent;
      last = h;
    }
    this.#real[this.#size] = real;
  }

  #bound(): void {
    for (let i = 0; i < this.#size; i++) {
      const block = Math.floor(i / BLOCK);
      const ratio = this.#ratio[i] as number;
      raise(this.#heuristics, block, this.#heuristic[i] as number);
      raise(this.#ratios, block, ratio);
      raise(this.#reals, block, this.#real[i] as number);
      if (ratio === 0) this.#missing[block] = 1;
    }
  }

  /** The first step whose decision value reaches the threshold; the number of steps for none. */
  find(threshold: number, factor: number, floor: number, cap: number): number {
    for (let block = 0, from = 0; from < this.#size; block++, from += BLOCK) {
      if (!this.#mayReach(block, threshold, cap, factor, floor)) continue;
      const end = Math.min(this.#size, from + BLOCK);
      for (let i = from; i < end; i++) {
        if (this.value(i, factor, floor, cap) >= threshold) return i;
      }
    }
    return this.#size;
  }

  /** The decision value of a step. */
  value(step: number, factor: number, floor: number, cap: number): number {
    const real = this.#real[step] as number;
    const ratio = this.#ratio[step] as number;
    const raised = ratio < floor ? floor : ratio;
    const correction = ratio === 0 ? factor : raised > cap ? cap : raised;
    const scaled = Math.trunc((this.#heuristic[step] as number) * correction);
    return real > scaled ? real : scaled;
  }

  /** False if even the largest operands of a block together stay below the threshold. */
  #mayReach(block: number, threshold: number, cap: number, factor: number, floor: number): boolean {
    if ((this.#reals[block] as number) >= threshold) return true;
    const ratio = this.#ratios[block] as number;
    const raised = ratio < floor ? floor : ratio;
    const clamped = raised > cap ? cap : raised;
    const correction = this.#missing[block] === 1 && factor > clamped ? factor : clamped;
    const most = this.#heuristics[block] as number;
    return most < 0 || Math.trunc(most * correction) >= threshold;
  }

  /** Steps before `end` whose request is larger than the limit, ascending and from the first on. */
  overflows(limit: number, end: number): readonly number[] {
    if (limit !== this.#limit) {
      this.#limit = limit;
      const { sent } = this;
      const over = (step: number): boolean =>
        (sent[step + 1] as number) - (sent[step] as number) > limit;
      this.#over = [...this.#ratio.keys()].filter(over);
    }
    const over = this.#over;
    return (over.at(-1) ?? -1) < end ? over : over.filter((step) => step < end);
  }

  /** The newest real before a step is decided. */
  realBefore(step: number): number {
    return this.#real[step] as number;
  }

  /** Heuristic of the step before one; 0 before the first. */
  lastHeuristic(step: number): number {
    return step === 0 ? 0 : (this.#heuristic[step - 1] as number);
  }
}

function raise(most: Float64Array, at: number, value: number): void {
  if (value > (most[at] as number)) most[at] = value;
}
