/** Shared by OpenCode's first generation and its tail variant: count, pruning, the new request. */
import { oncePer } from '@/lib/engine/base/once/once-per';
import { firstAtLeast, firstWhere } from '@/lib/engine/base/search';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { turnStartIn } from '@/lib/engine/mechanisms/ceiled-estimator';
import { inlineForm } from '@/lib/engine/mechanisms/estimate';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { messagesOf } from '@/lib/engine/mechanisms/messages';
import { ToolPruner } from '@/lib/engine/mechanisms/prune';
import { turnStarts } from '@/lib/engine/mechanisms/turns';
import { opencodeUsable, type OpencodeSettings } from './settings';
import { lastRealForm, type Decision } from '@/lib/engine/policy/decision';
import { NO_RESPONSE } from '@/lib/engine/policy/notes';

/** Bytes of what a pruned result becomes, of the question before a summary, of the request to go on. */
const CLEARED = 33;
const QUESTION = 22;
const CONTINUE = 100;

const FAILED = 'The summariser failed: nothing is replaced.';
const ENDS = 'The run stops. The recording goes on, uncompacted; each response tries again.';

/** The entries a compaction decides over. */
export interface CompactedRange {
  /** First entry that is not in the summary before. */
  readonly from: number;
  /** End of what the stopped response left: a user's new message comes after the compaction. */
  readonly end: number;
}

/** Total tokens of the last usage against what a conversation may take. */
export const opencodeDecision: Decision<OpencodeSettings> = {
  relation: '>=',
  unit: 'tokens',
  thresholdRule:
    'threshold = observed > 0 ? observed : input limit > 0 ? input limit − reserve : window − min(largest output, 32,000)',
  threshold: (settings) =>
    settings.auto && settings.window > 0 ? opencodeUsable(settings) : Infinity,
  path: () => ['window', 'inputLimit'],
  value: [lastRealForm('prompt + response of the step before')],
  lastReal: 'Last total tokens',
};

/** OpenCode at work; the variants say what stays. */
export abstract class OpencodeRun<S extends OpencodeSettings> extends UsageRun<S> {
  readonly #messages = messagesOf(this.input.profile);
  readonly #pruner = new ToolPruner(this.#messages, this.input, (bytes) =>
    Math.min(bytes, CLEARED),
  );
  readonly #results = resultSums(this.input.profile);
  readonly #turns = turnStarts(this.input.profile);
  #first = 0;

  /** First entry that stays besides the summary; `range.end` for none. */
  protected abstract tail(range: CompactedRange): number;

  override forget(): void {
    super.forget();
    this.#first = 0;
    this.#pruner.carry(this.view, 0);
  }

  own(): number {
    return this.usage.total;
  }

  /** When a run has ended: old tool results are cleared. */
  override before(step: number): void {
    const { profile } = this.input;
    if (!this.settings.prune || step === 0) return;
    const end = turnStartIn(profile, this.entriesAt(step - 1), this.entriesAt(step));
    if (end === this.entriesAt(step)) return;
    const until = this.#prunable(end);
    if (until < 0) return;
    const { pruneMinimum } = this.settings;
    const from = Math.max(this.#first, this.#pruner.next);
    if (sumBetween(this.#results, from, until) <= pruneMinimum) return;
    this.#pruner.prune(step, this.view, this.#first, until);
    if (this.#pruner.cut === 0) return;
    this.changed();
    const { cut, saved } = this.#pruner;
    const text = `${formatInteger(cut)} tool ${cut === 1 ? 'result' : 'results'} cleared: −${formatInteger(saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  /** End of the messages that a run ending at `end` may prune; −1 for none. */
  #prunable(end: number): number {
    const { pruneTurns, pruneProtect } = this.settings;
    const turns = this.#turns;
    const oldest = pruneTurns === 0 ? end : turns[firstAtLeast(turns, end) - pruneTurns];
    if (oldest === undefined) return -1;
    const boundary = intAt(this.#messages.first, oldest);
    const whole = intAt(this.#results, boundary);
    // The newest message with more than the protected tokens from it to the boundary.
    const from = Math.max(this.#first, this.#pruner.next);
    const unprotected = (message: number): boolean =>
      whole - intAt(this.#results, message) > pruneProtect;
    const until = firstWhere(from, Math.max(from, boundary), (message) => !unprotected(message));
    return until > from ? until : -1;
  }

  decide(step: number, value: number): void {
    const { profile, summariser } = this.input;
    if (step === 0) {
      if (value > 0) this.note(step, 'unchecked', NO_RESPONSE);
      return;
    }
    const end = turnStartIn(profile, this.entriesAt(step - 1), this.entriesAt(step));
    const kept = this.tail({ from: this.view.covered, end });
    const { window } = this.settings;
    const left = Math.max(0, window - Math.min(this.threshold, window));
    summariser.call(this.headTokens(step, kept), left, 1);
    if (summariser.failed && !summariser.empty) {
      this.noteFailure(step, FAILED, ENDS);
      return;
    }
    this.putSummary(step, kept);
    this.#first = intAt(this.#messages.first, kept);
    this.#pruner.carry(this.view, this.#first);
    this.addText(CONTINUE);
    this.usage.reset();
    this.reportOrphans(step, kept);
  }

  override after(step: number, h: number, real: number): void {
    super.after(step, h, real);
    if (real <= 0) this.usage.reset();
  }
}

/** Prefix sums over messages: rounded bytes ÷ 4 of tool results. */
const resultSums = oncePer((profile: Profile): Int32Array => {
  const { toolBytes, count } = messagesOf(profile);
  const results = new Int32Array(count + 1);
  for (let m = 0; m < count; m++) {
    const tokens = Math.round(Math.max(0, intAt(toolBytes, m)) / 4);
    results[m + 1] = intAt(results, m) + tokens;
  }
  return results;
});

/** OpenCode counts bytes ÷ 4; the summary answers a separate question. */
export const opencodeForm = inlineForm(QUESTION);
