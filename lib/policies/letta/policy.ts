/**
 * Letta's sliding window: letta-ai/letta, letta/services/summarizer/summarizer_sliding_window.py and constants.py at 63d3146f,
 * thresholds.py at 98c7d106, compact.py at 1a4b119f, summarizer_all.py at f5044053 (2026).
 *
 * After a step the total of its usage above the window (0.9 of it for GPT-5) compacts. Two fifths of the messages leave,
 * then a tenth more each time, up to the model's last message within them, until the system prompt and the rest have less
 * than 0.7 of the window by bytes ÷ 4 × 1.3. What left becomes one summary behind the system prompt. Where no message of the
 * model's is there, or all would leave, everything is summarised. What left stays in recall memory, which the agent may search:
 * how often it does no recording says.
 *
 * From the source, not run. Modelled: the count is bytes ÷ 4 for every provider, where Letta asks Anthropic's and Gemini's;
 * each result is a message. Not modelled: the JSON around the summary, the second look at what is left where the window
 * that is kept is larger than the trigger, requests for approval, the modes in which the agent summarises itself, and the
 * compaction after an overflow.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { messagesOf } from '@/lib/engine/mechanisms/messages';
import { beginsTurn } from '@/lib/engine/mechanisms/turns';
import { lastRealForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, share, thresholdShare, windowSetting } from '@/lib/engine/policy/settings';
import { promptOf } from '@/lib/engine/policy/summariser';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** COMPACTION_TOKEN_HEURISTIC_SAFETY_MARGIN, and by how much more leaves each time. */
const MARGIN = 1.3;
const STEP = 0.1;

const settings = z.strictObject({
  window: windowSetting({ description: 'llm_config.context_window' }),
  share: thresholdShare(1, 'window', {
    label: 'Compacts above',
    description: 'SUMMARIZATION_TRIGGER_MULTIPLIER, 0.9, for GPT-5; the whole window else',
  }),
  evicted: share.default(0.3).meta({
    label: 'Leaves, at least',
    unit: '× messages',
    description:
      'sliding_window_percentage: a tenth more leaves at once; the rest of 1 is the goal',
    advice: 'Raise it where compactions follow one another',
    slider: { min: 0, max: 1, step: 0.05 },
  }),
  ...cappedSummary('clip_chars: 50,000 chars', {}, 12_500),
});
export type LettaSettings = z.infer<typeof settings>;

const threshold = ({ window, share: part }: LettaSettings): number => Math.trunc(window * part);

const NOTHING = 'The messages hold nothing that came since: nothing is summarised.';
const FAILED = 'The summariser failed, also on everything at once, which is an error.';
const ENDS = 'The error ends the step. The recording goes on, uncompacted; each step tries again.';

/** As Python rounds: a half goes to the even neighbour. */
function rounded(value: number): number {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

class LettaRun extends UsageRun<LettaSettings> {
  readonly #messages = messagesOf(this.input.profile);

  /** Total of the last step's usage. */
  own(): number {
    return this.usage.total;
  }

  decide(step: number): void {
    const { profile, summariser } = this.input;
    const asked = this.byHand(step) || step === 0 || !beginsTurn(profile, step);
    const end = asked ? this.entriesAt(step) : intAt(profile.steps.turnStart, step);
    if (end <= this.view.covered) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    for (const cut of [this.#sliding(end), end]) {
      if (cut <= this.view.covered) continue;
      summariser.call(this.headTokens(step, cut), this.settings.summaryCap, 1);
      if (summariser.failed && !summariser.empty) continue;
      this.replaceBefore(step, cut);
      this.usage.reset();
      return;
    }
    this.noteFailure(step, FAILED, ENDS);
  }

  /** First entry that stays; 0 or less than what is covered: everything is summarised. */
  #sliding(end: number): number {
    const { first, entryOf } = this.#messages;
    const { window, evicted } = this.settings;
    const { covered, injected } = this.view;
    const { prefix } = this.input.requests.estimator;
    const from = intAt(first, covered);
    // The system prompt, and the summary.
    const lead = injected ? 2 : 1;
    const count = lead + intAt(first, end) - from;
    const goal = (1 - evicted) * window;
    let [part, cut, tokens] = [evicted, -1, window];
    while (tokens >= goal && part < 1) {
      part += STEP;
      cut = -1;
      for (let i = Math.min(rounded(part * count), count - 1); i >= lead && cut < 0; i--) {
        if (this.#isModel(from + i - lead)) cut = i;
      }
      if (cut < 0) continue;
      const kept = this.tokensOf(intAt(entryOf, from + cut - lead), end);
      tokens = (prefix + kept) * MARGIN;
    }
    if (cut < 0 || part >= 1 || cut >= count - 1) return -1;
    return intAt(entryOf, from + cut - lead);
  }

  #isModel(message: number): boolean {
    const { flags } = this.input.profile.entries;
    return (byteAt(flags, intAt(this.#messages.entryOf, message)) & entryFlag.user) === 0;
  }
}

/** Letta. */
export const letta = definePolicy({
  id: 'letta',
  label: 'Letta',
  provenance: {
    system: 'Letta',
    repository: 'github.com/letta-ai/letta',
    path: 'letta/services/summarizer/summarizer_sliding_window.py',
    version: '63d3146f (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = trunc(share × window)',
    threshold,
    thresholdFormula: ({ window, share: part }) => `${part} × ${formatInteger(window)}`,
    path: () => ['window', 'share'],
    value: [lastRealForm('prompt + response of the last usage')],
    lastReal: 'Last prompt + output',
  },
  traits: { keepsTail: true, summaryLeads: true, summariserCache: 'unshared' },
  summariser: promptOf({ source: 'SLIDING_PROMPT of letta/prompts/summarizer_prompt.py' }),
  settings,
  presets: [
    { id: 'reference', label: 'Above the window; 0.7 of it stays', settings: {} },
    { id: 'gpt-5', label: 'GPT-5: above 0.9 of the window', settings: { share: 0.9 } },
  ],
  form: formOf(referenceEstimator),
  begin: (chosen, input) => new LettaRun(chosen, input),
});
