/**
 * LangMem's `summarize_messages` and `SummarizationNode`: langchain-ai/langmem, src/langmem/short_term/summarization.py at
 * 1aa32abc, before each model call, as a `pre_model_hook`.
 *
 * Counted are the messages that no summary holds yet: chars ÷ 4, rounded up, and 3, each. From `max_tokens_before_summary`
 * on it looks for the first message up to which they reach that number while those behind it have no more than
 * `max_tokens` less the summary's budget and the system prompt; all up to it become one summary, results of its calls
 * included. The summary before it is extended: its text is given along. Without such a message nothing is summarised,
 * and the whole is sent. The summariser reads the last `max_tokens` of what it summarises, less the summary before.
 *
 * From the source, not run. Modelled: a message of calls is Python's text of the list; an id that is not recorded has 29
 * chars; a tool's name beside its result is not counted. A cut between results of one call parts them from it, as there;
 * here all that are in one entry stay. Not modelled: that the summariser starts at a message of the user, content that is a list of blocks.
 */
import { firstWhere } from '@/lib/engine/base/search';
import { intAt } from '@/lib/engine/base/read';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { countedMessages, langmemEstimator } from './messages';
import { langmemDecision, langmemSettings, leastTokens, type LangmemSettings } from './settings';

/** "Summary of the conversation so far: ". */
const WRAPPER = 36;

const NO_CUT =
  'Behind no message the rest has room: max_tokens less the summary’s budget and the system prompt. Nothing is summarised.';
const WITHIN = 'The cut is within the first entry that no summary holds: nothing is summarised.';
const FAILED = 'The summariser failed, which is an error.';
const ENDS = 'The error ends the run. The recording goes on, uncompacted; each call tries again.';

class LangmemRun extends ViewRun<LangmemSettings> {
  readonly #messages = countedMessages(this.input.profile);

  /** Tokens of the messages behind what is summarised. */
  own(step: number): number {
    const { list, sum } = this.#messages;
    const end = intAt(list.first, this.entriesAt(step));
    return intAt(sum, end) - intAt(sum, intAt(list.first, this.view.covered));
  }

  decide(step: number): void {
    const { list, sum } = this.#messages;
    const { estimator } = this.input.requests;
    const { maxTokens, summaryBudget } = this.settings;
    const entries = this.entriesAt(step);
    const from = intAt(list.first, this.view.covered);
    const end = intAt(list.first, entries);
    const room = maxTokens - summaryBudget - estimator.prefix;
    const least = Math.max(
      this.byHand(step) ? 0 : intAt(sum, from) + leastTokens(this.settings),
      intAt(sum, end) - room,
    );
    let cut = firstWhere(from + 1, end + 1, (message) => intAt(sum, message) >= least);
    if (cut > end) {
      this.note(step, 'no-op', NO_CUT);
      return;
    }
    const caller = intAt(list.entryOf, cut - 1);
    if (list.calls[cut - 1] === 1) while (cut < end && list.callEntry[cut] === caller) cut++;
    const covered = cut < end ? intAt(list.entryOf, cut) : entries;
    if (covered <= this.view.covered) this.note(step, 'no-op', WITHIN);
    else this.#replace(step, covered, intAt(sum, cut) - intAt(sum, from));
  }

  #replace(step: number, covered: number, counted: number): void {
    const { requests, summariser } = this.input;
    const { maxTokens, summaryCap } = this.settings;
    const { view } = this;
    const before = view.injected ? requests.estimator.text(view.summaryBytes) : 0;
    summariser.call(Math.min(counted, Math.max(0, maxTokens - before)) + before, summaryCap, 1);
    if (summariser.failed && !summariser.empty) {
      this.noteFailure(step, FAILED, ENDS);
      return;
    }
    this.replaceBefore(step, covered);
  }
}

/** LangMem. */
export const langmem = definePolicy({
  id: 'langmem',
  label: 'LangMem',
  provenance: {
    system: 'LangMem',
    repository: 'github.com/langchain-ai/langmem',
    path: 'src/langmem/short_term/summarization.py',
    version: '1aa32abc',
    basis: 'documented',
  },
  decision: langmemDecision,
  traits: { keepsTail: true, splitsPairs: true, summariserCache: 'unshared' },
  summariser: promptOf({
    source:
      'DEFAULT_INITIAL_SUMMARY_PROMPT and DEFAULT_EXISTING_SUMMARY_PROMPT of summarization.py',
    gives: { ...givenWhole, thought: 'nothing', inline: 'nothing' },
    budget: ({ maxTokens }: LangmemSettings) => maxTokens,
    cut: 'The last tokens of what is summarised',
  }),
  settings: langmemSettings,
  presets: [
    { id: 'reference', label: 'Highwater’s max_tokens: 160,000', settings: {} },
    {
      id: 'early',
      label: 'A summary at half of max_tokens',
      settings: { before: 80_000 },
    },
  ],
  form: formOf(langmemEstimator, WRAPPER),
  begin: (chosen, input) => new LangmemRun(chosen, input),
});
