/**
 * Google ADK for Go, tail retention: google/adk-go, internal/compactioninternal/tail_retention.go at
 * 40a298ea and 67cb5650, window.go at 24a80f28 (after v2.2.0).
 *
 * Before each model call: the newest PromptTokenCount of all events + ⌊chars ÷ 4⌋ of the texts, calls and
 * responses of the events behind it, or without a count of all events, at or above the threshold. Below
 * it the gate opens again. At or above it, one compaction an invocation until then; after a summariser
 * that failed none in the invocation. Everything but the newest events and the event that opened the
 * running invocation becomes one summary, the one before in it; the cut moves back to where every call
 * is answered. Where the summary alone is at or above the threshold, only if a quarter of the
 * threshold of new events has come.
 *
 * Modelled: bytes replace chars, each part is floored. Not modelled: a call at the head that nothing
 * answers (later commits step past it: here nothing is compacted), events of equal times.
 */
import { intAt } from '@/lib/engine/base/read';
import { OpenCalls } from '@/lib/engine/mechanisms/open-calls';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { adkDecision, adkPresets, adkRecordings, adkSettings } from './settings';
import { TailRun } from './tail-run';
import { contentEstimator } from './text-estimator';

/** New material that a compaction needs where the summary alone is too large: ÷ 4 of the threshold. */
const REARM_DIVISOR = 4;

class GoRun extends TailRun {
  readonly #calls = new OpenCalls(this.input.profile);
  /** The gate: since when it is closed, and whether only the next invocation opens it. */
  #closed = false;
  #failed = false;
  #said = false;
  /** The running invocation's first event, and one of an earlier one that no summary holds; −1: none. */
  #live = -1;
  #held = -1;

  override forget(): void {
    super.forget();
    this.#held = -1;
    this.#live = -1;
  }

  override before(step: number): void {
    const live = intAt(this.input.profile.steps.turnStart, step);
    if (live === this.#live) return;
    this.#live = live;
    this.#closed = false;
    this.#failed = false;
    this.#said = false;
  }

  override own(step: number): number {
    const n = this.entriesAt(step);
    const from = this.count > 0 ? Math.min(n, this.countedAt + 1) : 0;
    const value = this.count + this.tokensOf(from, n);
    if (value < this.threshold) this.#recovered();
    return value;
  }

  /** The prompt is below the threshold: what was compacted helped. A failure stays one. */
  #recovered(): void {
    this.#closed = this.#failed;
    this.#said = this.#said && this.#failed;
  }

  override decide(step: number): void {
    if (this.byHand(step)) return super.decide(step);
    if (this.#closed) {
      if (this.#said) return;
      this.#said = true;
      const text = this.#failed
        ? 'The summariser failed in this invocation: it is not asked again.'
        : 'The compaction before did not bring the prompt below the threshold: no other in this invocation.';
      this.note(step, 'breaker', text);
      return;
    }
    if (!this.#worthIt(step)) return;
    super.decide(step);
  }

  /** False where the summary alone is too large and too little has come since. */
  #worthIt(step: number): boolean {
    const { estimator, wrapperBytes } = this.input.requests;
    if (!this.view.injected) return true;
    const standing = estimator.text(wrapperBytes + this.view.summaryBytes);
    if (standing < this.threshold) return true;
    const { covered } = this.view;
    const cut = this.cut(step, this.entriesAt(step));
    if (cut <= covered) return true;
    if (this.#windowTokens(covered, cut) >= Math.floor(this.threshold / REARM_DIVISOR)) return true;
    const text = 'The summary alone is at or above the threshold, and too little has come since.';
    this.note(step, 'no-op', text);
    return false;
  }

  /** Tokens of the events that a cut would add to the summary. */
  #windowTokens(from: number, cut: number): number {
    const own = (entry: number): number => this.tokensOf(entry, entry + 1);
    const live = this.#live >= from && this.#live < cut ? own(this.#live) : 0;
    const held = this.#held >= 0 && this.#held !== this.#live ? own(this.#held) : 0;
    return this.tokensOf(from, cut) - live + held;
  }

  protected override cut(_step: number, end: number): number {
    const from = this.view.covered;
    const live = this.#live >= from ? this.#live : -1;
    const held = this.#held >= 0 && this.#held !== this.#live ? 1 : 0;
    const candidates = held + end - from - (live >= 0 ? 1 : 0);
    let cut = from + candidates - this.settings.retention - held;
    if (live >= 0 && live < cut) cut++;
    return cut <= from ? from : this.#calls.balanced(from, cut);
  }

  protected override summarise(step: number, head: number, covered: number): boolean {
    const from = this.view.covered;
    // The event that opened this invocation stays: inside the range, or from before.
    const stays = this.#live < covered && (this.#live >= from || this.#live === this.#held);
    const left = stays ? this.tokensOf(this.#live, this.#live + 1) : 0;
    if (!super.summarise(step, head - left, covered)) return false;
    this.#closed = true;
    if (stays || this.#held >= 0) {
      this.keepRanges(step, stays ? [[this.#live, this.#live + 1]] : []);
    }
    this.#held = stays ? this.#live : -1;
    return true;
  }

  protected override failed(step: number): void {
    super.failed(step);
    this.#closed = true;
    this.#failed = true;
  }
}

/** Google ADK for Go. */
export const adkGo = definePolicy({
  id: 'adk-go',
  label: 'ADK Go',
  provenance: {
    system: 'Google ADK',
    repository: 'github.com/google/adk-go',
    path: 'internal/compactioninternal/tail_retention.go',
    version: '40a298ea, 67cb5650, after v2.2.0 (2026)',
    basis: 'documented',
  },
  decision: adkDecision('>='),
  traits: { summariserCache: 'unshared' },
  recordings: adkRecordings,
  settings: adkSettings,
  presets: adkPresets,
  form: formOf(contentEstimator),
  begin: (chosen, input) => new GoRun(chosen, input),
});
