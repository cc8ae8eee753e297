/**
 * Strands' `SlidingWindowConversationManager`, `@strands-agents/sdk` 1.19.0 for TypeScript, what an agent has where its
 * user chose nothing.
 *
 * After an invocation, more than 40 messages are cut to 40: without a summary, at the next user's message that is no
 * tool result. Where none follows, at the next call that is answered, and the newest user's message before it stays in
 * front; without one nothing is cut. No tokens are counted: a request may overflow.
 *
 * Compared with the package as it runs: `strands-agents-sdk-sliding-1.19.0.json` beside this file holds its results. Not
 * modelled: pinned messages, proactive compression with this manager, and an overflow, after which the oldest tool
 * results are cut to 400 chars and then messages dropped.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { CountedReplay } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { beginsTurn } from '@/lib/engine/mechanisms/turns';
import { strandsEstimator } from './estimator';
import { AgentMessages, strandsFlag } from './messages';
import { strandsSource } from './provenance';
import { slidingSettings, type SlidingSettings } from './settings';

const { user: USER, call: CALL, result: RESULT } = strandsFlag;
const NO_PLACE = 'No later message may come first: nothing is cut.';

class SlidingRun extends ViewRun<SlidingSettings> {
  readonly #messages = new AgentMessages(this.input.profile);
  /** Entry of the user's message that stays in front of the rest; −1 for none. */
  #anchor = -1;

  override forget(): void {
    super.forget();
    this.#anchor = -1;
  }

  /** Messages at the end of the invocation before; NaN where none has just ended. */
  own(step: number): number {
    const { turnStart } = this.input.profile.steps;
    if (!beginsTurn(this.input.profile, step)) return NaN;
    this.#begin(intAt(turnStart, step));
    return this.#messages.length;
  }

  #begin(end: number): void {
    const from = this.view.covered;
    this.#messages.begin(from, Math.max(from, end), this.#anchor < 0 ? 0 : 1);
  }

  decide(step: number): void {
    const { profile } = this.input;
    this.#begin(intAt(profile.steps.turnStart, step));
    const messages = this.#messages;
    const from = messages.length - this.settings.keep;
    const prompt = from > 0 ? promptFrom(messages, from) : -1;
    const pair = prompt < 0 && from > 0 ? pairFrom(messages, from) : -1;
    const anchor = pair < 0 ? -1 : promptBefore(messages, pair);
    // Where the prompt that stays is all that is before the call, nothing leaves.
    if (prompt < 0 && (anchor < 0 || pair === 1)) {
      this.note(step, 'no-op', NO_PLACE);
      return;
    }
    if (anchor < 0) this.#cut(step, messages.entryAt(prompt), -1);
    else if (anchor === pair - 1) this.#cut(step, messages.entryAt(anchor), -1);
    else {
      // The message in front is where it was; any other is an entry of the log.
      const inFront = anchor === 0 && this.#anchor >= 0;
      const kept = inFront ? this.#anchor : messages.entryAt(anchor);
      this.#cut(step, messages.entryAt(pair), kept);
    }
  }

  #cut(step: number, covered: number, anchor: number): void {
    const from = this.view.covered;
    this.drop(step, covered);
    this.#anchor = anchor;
    this.keepRanges(step, anchor < 0 ? [] : [[anchor, anchor + 1]]);
    const stays = anchor < 0 ? '' : `; the prompt in entry ${formatInteger(anchor)} stays`;
    const text = `Entries ${formatInteger(from)} to ${formatInteger(covered - 1)} are dropped${stays}: they are neither in a summary nor in the request.`;
    this.note(step, 'lost', text);
    this.reportOrphans(step, covered);
  }
}

/** What `own` compares, from a replay. */
function countedAt({ profile, columns, notes }: CountedReplay, step: number): number {
  if (!beginsTurn(profile, step)) return NaN;
  const messages = new AgentMessages(profile);
  const kept = notes.kept.findLast((one) => one.step < step)?.ranges ?? [];
  const from = intAt(columns.watermarkBefore, step);
  messages.begin(from, Math.max(from, intAt(profile.steps.turnStart, step)), kept.length);
  return messages.length;
}

const isPrompt = (messages: AgentMessages, at: number): boolean =>
  messages.has(at, USER) && !messages.has(at, RESULT);

/** The first user's message from a place on that is no tool result; −1 for none. */
function promptFrom(messages: AgentMessages, from: number): number {
  for (let at = from; at < messages.length; at++) if (isPrompt(messages, at)) return at;
  return -1;
}

/** The newest of them before a place. */
function promptBefore(messages: AgentMessages, before: number): number {
  for (let at = before - 1; at >= 0; at--) if (isPrompt(messages, at)) return at;
  return -1;
}

/** The first call from a place on whose results follow it; −1 for none. */
function pairFrom(messages: AgentMessages, from: number): number {
  for (let at = from; at < messages.length; at++) {
    if (messages.has(at, CALL) && messages.has(at + 1, RESULT)) return at;
  }
  return -1;
}

/** Strands as it comes. */
export const strandsSliding = definePolicy({
  id: 'strands-sliding',
  label: 'Strands sliding window',
  provenance: strandsSource('sliding-window'),
  decision: {
    relation: '>',
    unit: 'messages',
    counted: countedAt,
    thresholdRule: 'threshold = keep',
    threshold: ({ keep }) => keep,
    most: () => Infinity,
    thresholdFormula: ({ keep }) => `more than ${formatInteger(keep)} messages`,
    path: () => [],
    value: [],
    count: 'messages at the end of the invocation before',
    ownCount: true,
  },
  traits: { keepsTail: true },
  recordings: { format: /^strands$/ },
  settings: slidingSettings,
  presets: [{ id: 'reference', label: '1.19.0: 40 messages', settings: {} }],
  form: formOf(strandsEstimator),
  begin: (chosen, input) => new SlidingRun(chosen, input),
});
