import type { SummariserFault } from '@/lib/policies/faults';
import type { Summariser } from '@/lib/policies/summary';

/**
 * A summariser that fails, or answers with nothing, in some compactions. A compaction begins with a
 * call of pass 1. The summariser behind it is asked every time, so that its later answers are those
 * of the same calls without faults.
 */
export class FaultySummariser implements Summariser {
  bytes = 0;
  tokens = -1;
  failed = false;
  empty = false;
  /** Compactions so far. */
  compactions = 0;
  /** For each compaction that was made to fail: the number of its first call, from 1. */
  readonly firstCalls = new Map<number, number>();
  #calls = 0;
  readonly #inner: Summariser;
  readonly #faults: ReadonlyMap<number, SummariserFault['kind']>;

  constructor(inner: Summariser, faults: readonly SummariserFault[]) {
    this.#inner = inner;
    this.#faults = new Map(faults.map(({ compaction, kind }) => [compaction, kind]));
  }

  call(headTokens: number, capTokens: number, pass: number): void {
    this.#calls++;
    if (pass === 1) this.compactions++;
    const inner = this.#inner;
    inner.call(headTokens, capTokens, pass);
    const fault = this.#faults.get(this.compactions);
    if (fault !== undefined && pass === 1) this.firstCalls.set(this.compactions, this.#calls);
    this.failed = fault !== undefined || inner.failed;
    this.empty = fault === undefined ? inner.empty : fault === 'summariser-empty';
    this.bytes = fault === undefined ? inner.bytes : 0;
    this.tokens = fault === undefined ? inner.tokens : -1;
  }
}
