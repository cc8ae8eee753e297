/**
 * Gemini CLI's chat compression. google-gemini/gemini-cli at 5411f11 (2026-08-21), packages/core/src/
 * context/chatCompressionService.ts and core/client.ts; policies.md §5.
 *
 * Before each request, over the history without it: the prompt tokens of the last response at or
 * above 0.5 × limit compress. The cut is the first user's message (no function response) at or behind
 * 70 % of the history by size; without one everything, if the history ends with a model's message that
 * calls nothing, else at the last user's message; at the first message nothing happens. Function
 * responses kept beyond the newest 50,000 tokens are cut to min(40,000, 4 × tokens left of the limit)
 * chars. Summary and an acknowledgement stand in front. A result that counts more than the prompt did
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
import { entryFlag } from '@/lib/tokens/entry-table';
import { variantRuler, wholeVariant } from '@/lib/tokens/ruler';
import { entryCost, responseEnd } from './mechanisms/ceiled-ruler';
import {
  calibrationSettings,
  estimatorSettings,
  imageSettings,
  inlineRule,
} from './mechanisms/estimate';
import { messagesOf, type Messages } from './mechanisms/messages';
import { ToolPruner } from './mechanisms/prune';
import { reportOrphans } from './mechanisms/tool-pairs';
import { ViewRun } from './mechanisms/view-run';
import { definePolicy, type PolicyInput } from './policy';
import { summarySettings } from './summary';

const { response: RESPONSE, call: CALL, turnStart: TURN_START } = entryFlag;

/** Bytes of the acknowledgement behind the summary. */
const ACKNOWLEDGEMENT = 42;
/** Bytes around a function response that is cut: what was left out, and where it is. */
const TRUNCATION_NOTE = 200;

const tokens = z.int().min(0).max(100_000_000);

const settings = z.strictObject({
  window: tokens.default(1_048_576).meta({ label: 'Token limit of the model', unit: 'tokens' }),
  share: z.number().min(0).max(1).default(0.5).meta({
    label: 'Threshold',
    description: 'Of the limit; 0.7 in earlier versions',
  }),
  keep: z.number().min(0).max(1).default(0.3).meta({ label: 'Kept share of the history' }),
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
    description: 'Ours, for the summary size cap: Gemini CLI sets none',
  }),
  observed: tokens.default(0).meta({
    label: 'Threshold as observed',
    unit: 'tokens',
    description: 'In place of the formula: fitted from recorded compactions. 0: by the formula',
  }),
  ...summarySettings.shape,
  ...estimatorSettings,
  ...imageSettings('flat'),
  imageTokens: z.int().min(0).max(1_000_000).default(3_000).meta({
    label: 'Tokens an image',
    unit: 'tokens',
    group: 'Estimator',
    description: 'As Gemini CLI counts one',
  }),
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
    this.configure(chosen);
  }

  override configure(chosen: GeminiSettings): void {
    super.configure(chosen);
    const { window, share, observed } = chosen;
    this.compareWith(observed > 0 ? observed : Math.ceil(window * share), '>=');
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

  protected estimated(_step: number, estimate: number): number {
    return estimate;
  }

  /** End of the history: the request itself is not in it. */
  #historyEnd(step: number): number {
    const { profile } = this.input;
    if (step === 0) return 0;
    const { entries } = profile.steps;
    return Math.min(entries[step] as number, responseEnd(profile, entries[step - 1] as number));
  }

  /** Estimate of the history's parts: what the request holds of the log before `end`. */
  #parts(step: number, end: number): number {
    const { sum, prefix } = this.input.requests.ruler;
    const n = this.input.profile.steps.entries[step] as number;
    return this.size(step) - prefix - ((sum[n] as number) - (sum[end] as number));
  }

  decide(step: number, value: number): void {
    const end = this.#historyEnd(step);
    if (end <= this.view.covered && !this.view.injected) return;
    if (this.#latched) {
      this.#truncate(step, end, value);
      const now = this.#parts(step, end);
      if (now < value) this.#count = now;
      return;
    }
    const cut = this.#cut(end);
    if (cut < 0) {
      this.note(step, 'no-op', 'There is no user’s message to cut at: nothing is compressed.');
      return;
    }
    this.#compress(step, end, cut, value);
  }

  /** First entry kept; −1 where nothing would be compressed. */
  #cut(end: number): number {
    const { flags } = this.input.profile.entries;
    const { ruler } = this.input.requests;
    const from = this.view.covered;
    const lead = this.#leadTokens();
    const whole = lead + (ruler.sum[end] as number) - (ruler.sum[from] as number);
    const target = whole * (1 - this.settings.keep);
    let before = lead;
    let last = -1;
    for (let entry = from; entry < end; entry++) {
      if (((flags[entry] as number) & TURN_START) !== 0) {
        // At the very first message there is nothing before it.
        if (before >= target && (entry > from || lead > 0)) return entry;
        if (entry > from || lead > 0) last = entry;
      }
      before += entryCost(ruler, entry);
    }
    const ending = end > from ? (flags[end - 1] as number) : CALL;
    const closed = (ending & (CALL | RESPONSE | entryFlag.user)) === 0;
    return closed ? end : last;
  }

  #leadTokens(): number {
    const { ruler, wrapperBytes } = this.input.requests;
    if (!this.view.injected) return 0;
    return ruler.text(wrapperBytes + this.view.summaryBytes) + this.loop.added;
  }

  #compress(step: number, end: number, cut: number, value: number): void {
    const { profile, summariser, requests, columns: out } = this.input;
    const { sum, prefix, text: textTokens } = requests.ruler;
    const n = profile.steps.entries[step] as number;
    const range = (from: number, to: number): number => (sum[to] as number) - (sum[from] as number);
    summariser.call(this.size(step) - prefix - range(cut, n), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', 'The summary is empty or failed: nothing is compressed.');
      return;
    }
    const { bytes, tokens: known } = summariser;
    const made = textTokens(requests.wrapperBytes + bytes) + textTokens(ACKNOWLEDGEMENT);
    const counted = this.settings.environment + made + range(cut, end) - this.#lost(cut, end);
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
    this.#first = this.#messages.first[cut] as number;
    this.#pruner.carry(this.view, this.#first);
    this.addText(ACKNOWLEDGEMENT);
    this.#truncate(step, end, value);
    this.#count = this.settings.environment + this.#parts(step, end);
    this.follow(step);
    reportOrphans(profile, { split: cut, end: n, step }, this.input.notes.events);
  }

  #lost(from: number, to: number): number {
    const { first } = this.#messages;
    return this.#pruner.lost(first[from] as number, first[to] as number);
  }

  /** Cuts function responses beyond the newest so many tokens. */
  #truncate(step: number, end: number, value: number): void {
    const { window, responseBudget, responseMost } = this.settings;
    const { first, toolBytes } = this.#messages;
    this.#most = Math.max(0, Math.min(responseMost, 4 * (window - value)));
    let m = first[end] as number;
    for (let kept = 0; m > this.#pruner.next; m--) {
      const bytes = toolBytes[m - 1] as number;
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
    repository: 'github.com/google-gemini/gemini-cli',
    path: 'packages/core/src/context/chatCompressionService.ts',
    version: '5411f11 (2026-08-21)',
    fidelity: 'documented',
  },
  decides: true,
  fires: '>=',
  decision: {
    lastReal: { label: 'Last prompt tokens', formula: 'prompt of the last response' },
    adds: 'acknowledgement',
  },
  settings,
  presets: [
    { id: 'reference', label: 'Half of the limit', settings: {} },
    {
      id: '70-percent',
      label: 'Earlier: 70 % of the limit',
      settings: { share: 0.7 },
      provenance: { version: 'before google-gemini/gemini-cli#12068', fidelity: 'documented' },
    },
  ],
  form: (chosen, profile, prefixTokens) => ({
    ruler: variantRuler(profile, prefixTokens, { ...wholeVariant, inline: inlineRule(chosen) }),
    wrapperBytes: 0,
  }),
  begin: (chosen, input) => new GeminiRun(chosen, input),
});
