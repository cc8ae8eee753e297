/**
 * Google ADK for Python: apps/compaction.py and flows/llm_flows/compaction.py, as mirrored in
 * zchee/google-adk-python at 49d53f98 (token threshold with `event_retention_size`).
 *
 * Before each model call, and once more after an invocation in which that compacted nothing: the newest
 * prompt_token_count of all events, else ⌊chars ÷ 4⌋ of the request's texts (no calls, no responses), at
 * or above the threshold compacts all but the newest events. The cut moves back until every response
 * kept has its call, and stops before a call that nothing has answered yet. The summary before goes
 * into the new one. The count is one of an event, and events stay in the session: it decides again
 * until the next response, so an invocation that begins above the threshold compacts twice, the
 * second time what the first kept and the user's message pushed out of the retained events.
 *
 * From 2.9.2 on `_longest_self_contained_prefix` ends the cut where no call is open, which is at the same
 * event: what stands before a call that is never answered goes into one summary, and nothing after that
 * (google/adk-python#7236).
 *
 * Modelled: bytes replace chars, each text is floored.
 */
import { turnStartIn } from '@/lib/engine/mechanisms/ceiled-estimator';
import { OpenCalls } from '@/lib/engine/mechanisms/open-calls';
import { pairSafeBack } from '@/lib/engine/mechanisms/tool-pairs';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { givenTexts, promptOf } from '@/lib/engine/policy/summariser';
import { adkDecision, adkPresets, adkRecordings, adkSettings } from './settings';
import { TailRun } from './tail-run';
import { textEstimator } from './text-estimator';

class PythonRun extends TailRun {
  readonly #calls = new OpenCalls(this.input.profile);
  /** The running invocation compacted before one of its calls, and so did the one before it. */
  #compacted = false;
  #compactedBefore = false;

  override before(step: number): void {
    if (this.#ended(step) < 0) return;
    this.#compactedBefore = this.#compacted;
    this.#compacted = false;
  }

  override decide(step: number): void {
    const n = this.entriesAt(step);
    const end = this.#ended(step);
    const after = end >= 0 && !this.#compactedBefore && this.#afterInvocation(step, end, n);
    const reaches =
      !after || this.byHand(step) || this.own(step, this.size(step)) >= this.threshold;
    const again = reaches && (!after || this.cut(step, n) > this.view.covered);
    const before = again && this.compactTail(step, n);
    if (before) this.#compacted = true;
  }

  /** End of the invocation that ended before this step; −1 where none did. */
  #ended(step: number): number {
    if (step === 0) return -1;
    const n = this.entriesAt(step);
    const end = turnStartIn(this.input.profile, this.entriesAt(step - 1), n);
    return end < n ? end : -1;
  }

  #afterInvocation(step: number, end: number, n: number): boolean {
    const value = this.own(step, this.size(step) - this.tokensOf(end, n));
    if (value < this.threshold || this.cut(step, end) <= this.view.covered) return false;
    return this.compactTail(step, end);
  }

  protected override cut(_step: number, end: number): number {
    const { profile } = this.input;
    const from = this.view.covered;
    const split = end - this.settings.retention;
    if (split <= from) return from;
    const safe = pairSafeBack(profile, from, split, end);
    return this.#calls.firstPending(from, safe, end);
  }
}

/** Google ADK for Python. */
export const adkPython = definePolicy({
  id: 'adk-python',
  label: 'ADK Python',
  provenance: {
    system: 'Google ADK',
    repository: 'github.com/google/adk-python',
    path: 'src/google/adk/apps/compaction.py',
    version: 'zchee/google-adk-python 49d53f98, a mirror (2026)',
    basis: 'documented',
  },
  decision: adkDecision('>='),
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'src/google/adk/apps/llm_event_summarizer.py: texts alone',
    gives: givenTexts,
  }),
  recordings: adkRecordings,
  settings: adkSettings,
  presets: adkPresets,
  form: formOf(textEstimator),
  begin: (chosen, input) => new PythonRun(chosen, input),
});
