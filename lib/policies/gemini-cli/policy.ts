/**
 * Gemini CLI's chat compression. google-gemini/gemini-cli at 5411f11 (2026-08-21), packages/core/src/
 * context/chatCompressionService.ts and core/client.ts; policies.md §5.
 *
 * Before each request, over the history without it: the prompt tokens of the last response at or
 * above 0.5 × limit compress. The cut is the first user's message (no function response) at or behind
 * 70 % of the history by size; without one everything, if the history ends with a model's message that
 * calls nothing, else at the last user's message; at the first message nothing happens. Function
 * responses kept beyond the newest 50,000 tokens are cut to min(40,000, 4 × tokens left of the limit)
 * chars. Summary and an acknowledgement come first. A result that counts more than the prompt did
 * is rejected (INFLATED), and from then on only the function responses are cut, without a summary.
 * After a compression the count is an estimate of the new history, until the next usage.
 *
 * Modelled as far as sizes allow: size is bytes ÷ 4 of contents where the code takes chars of JSON and
 * counts 1.5 tokens for a char outside ASCII; the budget cuts every older response above its size, where
 * the code lets a later small one through; the cut is found before that budget is applied. The first
 * environment message is in the hidden prefix, and its share of the new count is a setting. Not
 * modelled: masking of tool outputs (a recording’s usage already has it), commands that force a
 * compression, the check that ends a turn before an overflow.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import { variantEstimator, wholeVariant } from '@/lib/tokens/estimator';
import { entryCost, responseEnd } from '../mechanisms/ceiled-estimator';
import {
  calibrationSettings,
  estimatorSettings,
  imageSettings,
  imageTokensSetting,
  inlineRule,
} from '../mechanisms/estimate';
import { messagesOf, type Messages } from '../mechanisms/messages';
import { ToolPruner } from '../mechanisms/prune';
import { reportOrphans } from '../mechanisms/tool-pairs';
import { ViewRun } from '../contract/view-run';
import { heuristicForm, lastRealForm } from '../contract/decision';
import { definePolicy, type PolicyInput } from '../contract/policy';
import { summarySettings } from '../contract/summary';
import { observedSetting, share, tokens, windowSetting } from '../contract/settings';

const { response: RESPONSE, call: CALL, turnStart: TURN_START } = entryFlag;

/** Bytes of the acknowledgement behind the summary. */
const ACKNOWLEDGEMENT = 42;
/** Bytes around a function response that is cut: what was left out, and where it is. */
const TRUNCATION_NOTE = 200;

const settings = z.strictObject({
  window: windowSetting({ label: 'Token limit of the model' }, 1_048_576),
  share: share.default(0.5).meta({
    label: 'Threshold',
    description: 'Of the limit; 0.7 in earlier versions',
  }),
  keep: share.default(0.3).meta({ label: 'Kept share of the history' }),
  responseBudget: tokens.default(50_000).meta({
    label: 'Function responses kept whole',
    unit: 'tokens',
  }),
  responseMost: tokens.default(40_000).meta({ label: 'Cut others to', unit: 'bytes' }),
  environment: tokens.default(0).meta({
    label: 'First environment message',
    unit: 'tokens',
    description: 'Counted in the new history; recordings do not hold it',
  }),
  summaryCap: tokens.default(8_192).meta({
    label: 'Summary, at most',
    unit: 'tokens',
    description: 'Highwater’s cap; Gemini CLI sets none',
  }),
  observed: observedSetting,
  ...summarySettings.shape,
  ...estimatorSettings,
  ...imageSettings('flat'),
  imageTokens: imageTokensSetting(3_000, 'As Gemini CLI counts one'),
  ...calibrationSettings,
});
type GeminiSettings = z.infer<typeof settings>;

class GeminiRun extends ViewRun<GeminiSettings> {
  override readonly hooks = true;
  readonly #messages: Messages;
  readonly #pruner: ToolPruner;
  #first = 0;
  /** lastPromptTokenCount. */
  #count = 0;
  /** A compression was inflated. */
  #latched = false;
  /** Bytes that a function response is cut to; set before each pruning. */
  #most = 0;

  constructor(chosen: GeminiSettings, input: PolicyInput) {
    super(chosen, input);
    this.#messages = messagesOf(input.profile);
    this.#pruner = new ToolPruner(this.#messages, input, (bytes) =>
      bytes > this.#most + TRUNCATION_NOTE ? this.#most + TRUNCATION_NOTE : bytes,
    );
  }

  override forget(): void {
    super.forget();
    this.#first = 0;
    this.#count = 0;
    this.#latched = false;
    this.#pruner.carry(this.view, 0);
  }

  override state(): number {
    return this.#count;
  }

  /** Without any usage: the estimate of the history. */
  protected own(step: number): number {
    return this.#count > 0 ? this.#count : this.#parts(step, this.#historyEnd(step));
  }

  /** End of the history: the request itself is not in it. */
  #historyEnd(step: number): number {
    const { profile } = this.input;
    if (step === 0) return 0;
    const { entries } = profile.steps;
    return Math.min(intAt(entries, step), responseEnd(profile, intAt(entries, step - 1)));
  }

  /** Estimate of the history's parts: what the request holds of the log before `end`. */
  #parts(step: number, end: number): number {
    const { sum, prefix } = this.input.requests.estimator;
    const n = intAt(this.input.profile.steps.entries, step);
    return this.size(step) - prefix - sumBetween(sum, end, n);
  }

  decide(step: number, value: number): void {
    const end = this.#historyEnd(step);
    if (end <= this.view.covered && !this.view.injected) {
      if (value > 0) this.note(step, 'no-op', 'The history is empty.');
      return;
    }
    if (this.#latched) {
      this.#truncate(step, end, value);
      const now = this.#parts(step, end);
      if (now < value) this.#count = now;
      return;
    }
    const cut = this.#cut(end);
    if (cut < 0) {
      this.note(step, 'no-op', 'No user message to cut at: nothing is compressed.');
      return;
    }
    this.#compress(step, end, cut, value);
  }

  /** First entry kept; −1 where nothing would be compressed. */
  #cut(end: number): number {
    const { flags } = this.input.profile.entries;
    const { estimator } = this.input.requests;
    const from = this.view.covered;
    const lead = this.#leadTokens();
    const whole = lead + sumBetween(estimator.sum, from, end);
    const target = whole * (1 - this.settings.keep);
    let before = lead;
    let last = -1;
    for (let entry = from; entry < end; entry++) {
      if ((byteAt(flags, entry) & TURN_START) !== 0) {
        // At the very first message there is nothing before it.
        if (before >= target && (entry > from || lead > 0)) return entry;
        if (entry > from || lead > 0) last = entry;
      }
      before += entryCost(estimator, entry);
    }
    const ending = end > from ? byteAt(flags, end - 1) : CALL;
    const closed = (ending & (CALL | RESPONSE | entryFlag.user)) === 0;
    return closed ? end : last;
  }

  #leadTokens(): number {
    const { estimator, wrapperBytes } = this.input.requests;
    if (!this.view.injected) return 0;
    return estimator.text(wrapperBytes + this.view.summaryBytes) + this.loop.added;
  }

  #compress(step: number, end: number, cut: number, value: number): void {
    const { profile, summariser, requests, columns: out } = this.input;
    const { sum, prefix, text: textTokens } = requests.estimator;
    const n = intAt(profile.steps.entries, step);
    summariser.call(
      this.size(step) - prefix - sumBetween(sum, cut, n),
      this.settings.summaryCap,
      1,
    );
    if (summariser.failed) {
      this.note(step, 'failure', 'The summary is empty or failed: nothing is compressed.');
      return;
    }
    const { bytes, tokens: known } = summariser;
    const made = textTokens(requests.wrapperBytes + bytes) + textTokens(ACKNOWLEDGEMENT);
    const counted =
      this.settings.environment + made + sumBetween(sum, cut, end) - this.#lost(cut, end);
    if (counted > value) {
      this.#latched = true;
      const text = `INFLATED: the new history counts ${formatInteger(counted)}, more than ${formatInteger(value)}. It is rejected; from now on only function responses are cut.`;
      this.note(step, 'inflated', text);
      return;
    }
    const lead = this.view.injected ? 1 : 0;
    out.summarizerContents[step] = cut - this.view.covered + this.loop.addedContents + lead;
    this.compact(
      step,
      { covered: cut, injected: true, summaryBytes: bytes, summaryTokens: known },
      2,
    );
    this.#first = intAt(this.#messages.first, cut);
    this.#pruner.carry(this.view, this.#first);
    this.addText(ACKNOWLEDGEMENT);
    this.#truncate(step, end, value);
    this.#count = this.settings.environment + this.#parts(step, end);
    this.follow(step);
    reportOrphans(profile, { split: cut, end: n, step }, this.input.notes.events);
  }

  #lost(from: number, to: number): number {
    const { first } = this.#messages;
    return this.#pruner.lost(intAt(first, from), intAt(first, to));
  }

  /** Cuts function responses beyond a budget of the newest tokens. */
  #truncate(step: number, end: number, value: number): void {
    const { window, responseBudget, responseMost } = this.settings;
    const { first, toolBytes } = this.#messages;
    this.#most = Math.max(0, Math.min(responseMost, 4 * (window - value)));
    let m = intAt(first, end);
    for (let kept = 0; m > this.#pruner.next; m--) {
      const bytes = intAt(toolBytes, m - 1);
      if (bytes < 0) continue;
      kept += bytes >> 2;
      if (kept > responseBudget) break;
    }
    if (m <= this.#pruner.next) return;
    this.#pruner.prune(step, this.view, this.#first, m);
    const { cut, saved } = this.#pruner;
    if (cut === 0) return;
    this.changed();
    const text = `${formatInteger(cut)} function ${cut === 1 ? 'response' : 'responses'} beyond the newest ${formatInteger(responseBudget)} tokens cut to ${formatInteger(this.#most)} bytes: −${formatInteger(saved)} tokens.`;
    this.note(step, 'prune', text);
  }

  override after(_step: number, _h: number, real: number): void {
    if (real > 0) this.#count = real;
  }
}

/** Gemini CLI. */
export const geminiCli = definePolicy({
  id: 'gemini-cli',
  label: 'Gemini CLI',
  provenance: {
    system: 'Gemini CLI',
    repository: 'github.com/google-gemini/gemini-cli',
    path: 'packages/core/src/context/chatCompressionService.ts',
    version: '5411f11 (2026-08-21)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    threshold: ({ window, share: part, observed }) =>
      observed > 0 ? observed : Math.ceil(window * part),
    path: () => ['window', 'share'],
    value: [lastRealForm('prompt of the last response'), heuristicForm],
    lastReal: 'Last prompt tokens',
  },
  traits: {},
  recordings: { format: /^gemini-cli/ },
  adds: 'acknowledgement',
  settings,
  presets: [
    { id: 'reference', label: 'Half of the limit', settings: {} },
    {
      id: '70-percent',
      label: 'Earlier: 70 % of the limit',
      settings: { share: 0.7 },
      provenance: { version: 'before google-gemini/gemini-cli#12068', basis: 'documented' },
    },
  ],
  form: (chosen, profile, prefixTokens) => ({
    estimator: variantEstimator(profile, prefixTokens, {
      ...wholeVariant,
      inline: inlineRule(chosen),
    }),
    wrapperBytes: 0,
  }),
  begin: (chosen, input) => new GeminiRun(chosen, input),
});
