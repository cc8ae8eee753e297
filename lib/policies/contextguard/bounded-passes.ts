import { firstWhere } from '@/lib/engine/base/search';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { entryTokens } from '@/lib/engine/mechanisms/entry-tokens';
import {
  continuationBytes,
  fallbackBytes,
  textInFallback,
} from '@/lib/engine/mechanisms/summary-text';
import type { EndState } from './outcome-end';
import type { ContextGuardSettings } from './settings';

/** `CompactionPasses` between two settings: the bounds of what a compaction makes. */
export class BoundedPasses {
  /** Summariser calls. */
  passes = 0;
  /** The first call failed and the request passes unchanged. */
  passed = false;
  /** Heuristic of the continuation. */
  added = 0;
  readonly #profile: Profile;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Compacts a step's request; the summaries stand in the ends. False: the passes may differ. */
  run(step: number, low: EndState, high: EndState, settings: ContextGuardSettings): boolean {
    const { steps } = this.#profile;
    const quoted = settings.quoteRequest ? intAt(steps.requestBytes, step) : 0;
    const continuation = continuationBytes(quoted);
    const { estimator } = low.end.requests;
    this.added = estimator.text(continuation);
    this.passed = false;
    this.#heads(step, low, high, settings);
    for (this.passes = 1; ; this.passes++) {
      low.call(this.passes);
      high.call(this.passes);
      const { failed, empty } = low.end.summariser;
      if (failed && settings.onFailure === 'pass' && !empty) {
        this.passed = this.passes === 1;
        return true;
      }
      for (const end of [low, high]) this.#take(end, continuation);
      if (high.sent < low.threshold || this.passes === settings.attempts) return true;
      if (low.sent < high.threshold) return false;
    }
  }

  /** Size of the request that a pass leaves, and what the next one would be given. */
  #take(state: EndState, continuation: number): void {
    const { summariser, requests } = state.end;
    const { estimator, wrapperBytes } = requests;
    const { failed } = summariser;
    state.tokens = failed ? -1 : summariser.tokens;
    state.bytes = failed ? fallbackBytes(state.bytes, state.texts) : summariser.bytes;
    state.head = estimator.text(wrapperBytes + state.bytes) + this.added;
    state.sent = estimator.prefix + state.head;
    state.texts = textInFallback(wrapperBytes + state.bytes) + textInFallback(continuation);
  }

  /**
   * What the first pass is given. Over its budget the oldest contents are cut off, the summary first:
   * then it is given less than the whole, so a cut bounds it from below and the whole from above.
   */
  #heads(step: number, low: EndState, high: EndState, { truncate }: ContextGuardSettings): void {
    const { covered, injected } = low.view;
    const contents = intAt(this.#profile.steps.entries, step) - covered + (injected ? 1 : 0);
    const may = truncate && contents > 2;
    const whole = [low, high].map((state) => {
      this.#whole(step, state);
      return state.head;
    });
    if (may && (whole[1] as number) > low.budget) this.#cut(step, low);
    if (may && (whole[0] as number) > high.budget) this.#cut(step, high);
  }

  #whole(step: number, state: EndState): void {
    const { estimator, wrapperBytes } = state.end.requests;
    const { steps, fallbackSum } = this.#profile;
    const { covered, injected, summaryBytes } = state.view;
    const summary = wrapperBytes + summaryBytes;
    state.bytes = summaryBytes;
    state.head =
      entryTokens(estimator, steps, step, covered) + (injected ? estimator.text(summary) : 0);
    state.texts =
      sumBetween(fallbackSum, covered, intAt(steps.entries, step)) +
      (injected ? textInFallback(summary) : 0);
  }

  /** Drops the oldest entries to the end's budget; never fewer than two contents stay. */
  #cut(step: number, state: EndState): void {
    const { estimator } = state.end.requests;
    const { steps, fallbackSum } = this.#profile;
    const { covered } = state.view;
    const n = intAt(steps.entries, step);
    const from = firstWhere(
      covered,
      Math.max(covered, n - 2),
      (entry) => entryTokens(estimator, steps, step, entry) <= state.budget,
    );
    state.head = entryTokens(estimator, steps, step, from);
    state.texts = sumBetween(fallbackSum, from, n);
  }
}
