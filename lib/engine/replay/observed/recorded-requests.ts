import type { RequestSizes, SummaryView } from '@/lib/engine/policy/requests';
import type { Estimator } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { SessionRequests } from '../requests';

/**
 * Sizes of the recorded requests, by a policy's estimator: nothing is projected, and what a policy would
 * put back or blank changes none of them.
 */
export class RecordedRequests implements RequestSizes {
  readonly estimator: Estimator;
  readonly wrapperBytes: number;
  /** Changed in place while a boundary is checked. */
  readonly heuristic: Int32Array;
  readonly reference: Int32Array;
  readonly ratio = null;
  readonly reported: Uint8Array;
  readonly density: number;
  /** The step whose check stands in for its request; −1 for none. */
  #checking = -1;
  #preTokens = NaN;
  readonly #sizes: SessionRequests;
  readonly #real: Int32Array;
  /** A policy would put entries back, or blank some. */
  readonly #changes: () => void;

  constructor(sizes: SessionRequests, profile: Profile, blanks: () => void) {
    this.#sizes = sizes;
    this.#real = profile.steps.real;
    this.#changes = blanks;
    this.estimator = sizes.estimator;
    this.wrapperBytes = sizes.wrapperBytes;
    this.heuristic = sizes.heuristic.slice();
    this.reference = sizes.reference;
    this.reported = sizes.reported;
    this.density = sizes.density;
  }

  get real(): Float64Array {
    return this.#sizes.real;
  }

  get recorded(): SessionRequests['recorded'] {
    return this.#sizes.recorded;
  }

  get heuristicOffset(): number {
    return this.#sizes.heuristicOffset;
  }

  get referenceOffset(): number {
    return this.#sizes.referenceOffset;
  }

  get realOffset(): number {
    return this.#sizes.realOffset;
  }

  get until(): number {
    return this.#sizes.until;
  }

  look(step: number, view: SummaryView): void {
    this.#sizes.look(step, view);
  }

  /** The request before a boundary had the program's own count, where the file has it. */
  check(step: number, preTokens: number | null): void {
    this.#checking = step;
    this.#preTokens = preTokens ?? NaN;
  }

  /** What the file says; NaN where it says nothing. */
  realAt(step: number): number {
    if (step === this.#checking) return this.#preTokens;
    const real = this.#real[step] as number;
    return real >= 0 ? real : NaN;
  }

  realWhole(step: number): number {
    return this.realAt(step);
  }

  keep(): void {}

  elide(): void {
    this.#changes();
  }

  isRecorded(): boolean {
    return true;
  }

  summaryDifference(): number {
    return 0;
  }

  replaced(step: number): number {
    return this.realAt(step);
  }
}
