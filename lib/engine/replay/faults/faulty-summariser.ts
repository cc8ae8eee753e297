import type { SummariserFault } from './faults';
import type { Summariser } from '@/lib/engine/policy/summary';

/**
 * A summariser that fails, or answers with nothing, in some compactions. A compaction begins with a
 * call of pass 1. The wrapped summariser is called every time, so that its later answers are those
 * of the same calls without faults.
 */
export class FaultySummariser implements Summariser {
  bytes = 0;
  tokens = -1;
  failed = false;
  empty = false;
  namedUnder = -1;
  /** Compactions so far. */
  compactions = 0;
  /** The step being decided; set by the caller that runs the policy. */
  step = 0;
  /** Steps of the compactions with an injected failure. */
  readonly steps = new Map<number, number>();
  readonly #inner: Summariser;
  readonly #faults: ReadonlyMap<number, SummariserFault['kind']>;

  constructor(inner: Summariser, faults: readonly SummariserFault[]) {
    this.#inner = inner;
    this.#faults = new Map(faults.map(({ compaction, kind }) => [compaction, kind]));
  }

  /** True if a compaction that is to fail has not come yet. */
  get waits(): boolean {
    return this.steps.size < this.#faults.size;
  }

  call(headTokens: number, capTokens: number, pass: number): void {
    const inner = this.#inner;
    inner.call(headTokens, capTokens, pass);
    if (pass === 1) this.compactions++;
    const fault = this.#faults.get(this.compactions);
    if (fault !== undefined && pass === 1) this.steps.set(this.compactions, this.step);
    this.failed = fault !== undefined || inner.failed;
    this.empty = fault === undefined ? inner.empty : fault === 'summariser-empty';
    this.bytes = fault === undefined ? inner.bytes : 0;
    this.tokens = fault === undefined ? inner.tokens : -1;
    this.namedUnder = fault === undefined ? inner.namedUnder : -1;
  }
}
