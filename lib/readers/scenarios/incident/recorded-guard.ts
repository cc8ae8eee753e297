import type { GuardState } from '@/lib/engine/session/schema';

/** Text around a stored summary in a request: 80 bytes. */
export const SUMMARY_START = '[Previous conversation summary]\n';
export const SUMMARY_END = '\n[End of summary - conversation continues below]';
const WRAPPER_BYTES = SUMMARY_START.length + SUMMARY_END.length;
/** Bytes of the continuation around the quoted request. */
const CONTINUATION_BYTES = 238;

/**
 * The ContextGuard that ran inside a sample's agent: its threshold rule at a window of 200,000 and
 * more, and its state after each step. Independent of lib/policies, so that the recorded state
 * checks the replay.
 */
export class RecordedGuard {
  readonly #threshold: number;
  #real = 0;
  #lastHeuristic = 0;
  #watermark = 0;
  #summaryBytes = 0;
  #summarizedAt = 0;

  constructor(window: number) {
    this.#threshold = window - 20_000;
  }

  get watermark(): number {
    return this.#watermark;
  }

  /** Heuristic of the stored summary's entry; 0 without one. */
  get summaryTokens(): number {
    return this.#summaryBytes === 0 ? 0 : (WRAPPER_BYTES + this.#summaryBytes) >> 2;
  }

  /** True if a request of this heuristic is compacted, with the compared value. */
  decide(heuristic: number): { readonly fires: boolean; readonly decision: number } {
    const correction =
      this.#real > 0 && this.#lastHeuristic > 0
        ? Math.min(5, Math.max(1, this.#real / this.#lastHeuristic))
        : 2.5;
    const decision = Math.max(this.#real, Math.trunc(heuristic * correction));
    return { fires: decision >= this.#threshold, decision };
  }

  /** Stores a summary over `entries`; returns the heuristic it adds with the continuation. */
  compact(entries: number, summaryBytes: number, requestBytes: number, decision: number): number {
    this.#watermark = entries;
    this.#summaryBytes = summaryBytes;
    this.#summarizedAt = decision;
    this.#real = 0;
    return this.summaryTokens + ((CONTINUATION_BYTES + requestBytes) >> 2);
  }

  /** The state keys after the step's response. */
  answered(heuristicSent: number, real: number): GuardState {
    this.#lastHeuristic = heuristicSent;
    this.#real = real;
    return {
      realTokens: this.#real,
      lastHeuristic: this.#lastHeuristic,
      watermark: this.#watermark,
      summaryBytes: this.#summaryBytes,
      summarizedAt: this.#summarizedAt,
    };
  }
}
