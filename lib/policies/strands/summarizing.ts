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
import { grownForm, heuristicForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { strandsEstimator } from './estimator';
import { AgentMessages, strandsFlag } from './messages';
import { strandsSource } from './provenance';
import { leastAtShare, summarizingSettings, type SummarizingSettings } from './settings';

const { call: CALL, result: RESULT } = strandsFlag;

const FEW = 'Nothing is older than the newest messages that stay: nothing is summarised.';
const NO_SEAM = 'No later place parts no call from its result: nothing is summarised.';
const FAILED = 'The summariser failed: the request is sent unchanged.';

class SummarizingRun extends UsageRun<SummarizingSettings> {
  readonly #messages = new AgentMessages(this.input.profile);
  /** First entry of the response that reported the newest usage. */
  #response = 0;

  /** Usage of a message that left the agent is gone with it. */
  get #counted(): boolean {
    return this.usage.total > 0 && this.view.covered <= this.#response;
  }

  override state(): number {
    return this.#counted ? this.usage.total : 0;
  }

  own(step: number, h: number): number {
    if (!this.#counted) return h;
    return this.usage.total + this.tokensOf(this.usage.until, this.entriesAt(step));
  }

  override after(step: number, h: number, real: number): void {
    super.after(step, h, real);
    if (real > 0) this.#response = this.entriesAt(step);
  }

  decide(step: number): void {
    const messages = this.#messages;
    messages.begin(this.view.covered, this.entriesAt(step), this.view.injected ? 1 : 0);
    const { ratio, keep } = this.settings;
    const wanted = Math.max(1, Math.floor(messages.length * ratio));
    const most = Math.min(wanted, messages.length - keep);
    if (most <= 0) {
      this.note(step, 'no-op', FEW);
      return;
    }
    const cut = forward(messages, most);
    if (cut < 0) this.note(step, 'no-op', NO_SEAM);
    else this.#replace(step, cut);
  }

  #replace(step: number, cut: number): void {
    const { summariser, columns: out } = this.input;
    const covered = this.#messages.entryAt(cut);
    summariser.call(this.headTokens(step, covered), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', FAILED);
      return;
    }
    this.replaceBefore(step, covered);
    out.summarizerContents[step] = cut;
  }
}

/** The first place from a cut on that is before no result and no unanswered call; −1 where none is. */
function forward(messages: AgentMessages, from: number): number {
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
  recordings: { format: /^strands$/ },
  summariser: promptOf({
    source: 'generateSummary of conversation-manager/compression/context-compression.ts',
    sections: ['Conversation Summary', 'Tools Executed'],
  }),
  settings: summarizingSettings,
  presets: [{ id: 'reference', label: '1.19.0: proactive, at 0.7', settings: {} }],
  form: formOf(strandsEstimator),
  begin: (chosen, input) => new SummarizingRun(chosen, input),
});
