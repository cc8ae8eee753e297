/**
 * Strands' `SummarizingConversationManager` with proactive compression, `@strands-agents/sdk` 1.19.0 for TypeScript
 * (conversation-manager/, agent/agent.js), before each model call.
 *
 * Projected tokens: what the newest response that the agent still holds reported (prompt and output), and an estimate
 * of the messages behind it; without any, an estimate of everything, system prompt and tools with it. At or above 0.7
 * of the context window the oldest 30 % of the messages, and never the newest 10, are summarised. The cut moves forward
 * so that it parts no pair; without such a place nothing happens, as where the summariser fails. The count of a
 * response that stays decides until the next one.
 *
 * Compared with the package as it runs: `strands-agents-sdk-summarizing-1.19.0.json` beside this file holds its results. Modelled:
 * results are texts; a call's arguments are their tokens twice. Not modelled: pinned messages, and the recovery after
 * an overflow, which is all that happens without proactive compression.
 */
import { intAt, sumBetween } from '@/lib/base/read';
import { grownForm, heuristicForm } from '../contract/decision';
import { definePolicy, type PolicyInput } from '../contract/policy';
import { givenWhole } from '../contract/summariser';
import { ViewRun } from '../contract/view-run';
import { responseOf } from '../mechanisms/ceiled-estimator';
import { LastUsage } from '../mechanisms/last-usage';
import { reportOrphans } from '../mechanisms/tool-pairs';
import { strandsEstimator } from './estimator';
import { HeldMessages, strandsFlag } from './messages';
import { strandsSource } from './provenance';
import { leastAtShare, summarizingSettings, type SummarizingSettings } from './settings';

const { call: CALL, result: RESULT } = strandsFlag;

const FEW = 'Nothing is older than the newest messages that stay: nothing is summarised.';
const NO_SEAM = 'No later place parts no call from its result: nothing is summarised.';
const FAILED = 'The summariser failed: the request is sent unchanged.';

class SummarizingRun extends ViewRun<SummarizingSettings> {
  readonly #usage: LastUsage;
  readonly #messages: HeldMessages;
  /** First entry of the response that reported the newest usage. */
  #response = 0;

  constructor(settings: SummarizingSettings, input: PolicyInput) {
    super(settings, input);
    this.#usage = new LastUsage(input);
    this.#messages = new HeldMessages(input.profile);
  }

  override forget(): void {
    super.forget();
    this.#usage.reset();
  }

  /** Usage of a message that left the agent is gone with it. */
  get #counted(): boolean {
    return this.#usage.total > 0 && this.view.covered <= this.#response;
  }

  override state(): number {
    return this.#counted ? this.#usage.total : 0;
  }

  own(step: number, h: number): number {
    if (!this.#counted) return h;
    const { profile, requests } = this.input;
    const n = intAt(profile.steps.entries, step);
    return this.#usage.total + sumBetween(requests.estimator.sum, this.#usage.until, n);
  }

  override after(step: number, _h: number, real: number): void {
    if (real === 0) return;
    this.#usage.observe(step, real);
    [this.#response] = responseOf(this.input.profile, step);
  }

  decide(step: number): void {
    const n = intAt(this.input.profile.steps.entries, step);
    const messages = this.#messages;
    messages.begin(this.view.covered, n, this.view.injected ? 1 : 0);
    const { ratio, keep } = this.settings;
    const wanted = Math.max(1, Math.floor(messages.length * ratio));
    const most = Math.min(wanted, messages.length - keep);
    if (most <= 0) {
      this.note(step, 'no-op', FEW);
      return;
    }
    const cut = forward(messages, most);
    if (cut < 0) this.note(step, 'no-op', NO_SEAM);
    else this.#replace(step, cut, n);
  }

  #replace(step: number, cut: number, entries: number): void {
    const { profile, summariser, requests, notes, columns: out } = this.input;
    const { sum, prefix } = requests.estimator;
    const covered = this.#messages.entryAt(cut);
    const head = this.size(step) - prefix - sumBetween(sum, covered, entries);
    summariser.call(head, this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', FAILED);
      return;
    }
    out.summarizerContents[step] = cut;
    const { bytes: summaryBytes, tokens: summaryTokens } = summariser;
    this.compact(step, { covered, injected: true, summaryBytes, summaryTokens }, 1);
    reportOrphans(profile, { split: covered, end: entries, step }, notes.events);
  }
}

/** The first place from a cut on that is before no result and no unanswered call; −1 where none is. */
function forward(messages: HeldMessages, from: number): number {
  const { length } = messages;
  if (from >= length) return from;
  for (let at = from; at < length; at++) {
    const open = messages.has(at, CALL) && !messages.has(at + 1, RESULT);
    if (!messages.has(at, RESULT) && !open) return at;
  }
  return -1;
}

/** Strands with a summarising conversation manager. */
export const strandsSummarizing = definePolicy({
  id: 'strands-summarizing',
  label: 'Strands summarizing',
  provenance: strandsSource('summarizing'),
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = ceil(share × window)',
    threshold: ({ window, share }) => leastAtShare(window, share),
    path: () => ['window', 'share'],
    value: [grownForm, heuristicForm],
    count: 'the newest reported prompt and output, and the estimate of what came since',
    lastReal: 'Last prompt + output',
  },
  traits: { summariserCache: 'unshared' },
  summariser: {
    source: 'generateSummary of conversation-manager/compression/context-compression.ts',
    sections: ['Conversation Summary', 'Tools Executed'],
    gives: givenWhole,
    budget: () => null,
    cap: () => null,
  },
  settings: summarizingSettings,
  presets: [{ id: 'reference', label: '1.19.0: proactive, at 0.7', settings: {} }],
  form: (_settings, profile, prefixTokens) => ({
    estimator: strandsEstimator(profile, prefixTokens),
    wrapperBytes: 0,
  }),
  begin: (chosen, input) => new SummarizingRun(chosen, input),
});
