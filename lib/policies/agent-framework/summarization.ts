/**
 * `SummarizationStrategy` of Microsoft's Agent Framework for Python, set on an agent or its client: microsoft/agent-framework,
 * python/packages/core/agent_framework/_compaction.py at 00aa4914 (2026).
 *
 * Before each model call: more than 4 + 2 messages are summarised but the newest groups that have at least 4 messages
 * together; a call and its results are one group, and the summary before counts as a message, which the next one covers.
 * No tokens are counted. The summariser is given the messages' texts as one list; of a message without a text, the kinds of
 * its contents. Where it fails or answers with nothing, the request is sent unchanged.
 *
 * From the source, not run. Modelled: each entry is a message. Not modelled: reasoning before a call as a message of its
 * own, and other strategies composed with this one (a token budget, a sliding window, tool calls alone).
 */
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { CountedReplay } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { givenTexts, promptOf } from '@/lib/engine/policy/summariser';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { frameworkEstimator, groupsOf } from './groups';
import { summarizationSettings, type SummarizationSettings } from './settings';

const NOTHING = 'The newest group alone has enough messages: nothing is summarised.';
const FAILED = 'The summariser failed: the request is sent unchanged.';
const ANSWERED_NOTHING = 'The summary is empty: the request is sent unchanged.';

/** Messages of a request, of which the stored summary is one. */
const held = (entries: number, covered: number): number =>
  entries - covered + (covered > 0 ? 1 : 0);

class SummarizationRun extends ViewRun<SummarizationSettings> {
  readonly #groups = groupsOf(this.input.requests.estimator);

  /** Summary and marks are stored with the messages: a restart finds them. */
  override forget(): void {}

  own(step: number): number {
    return held(this.entriesAt(step), this.view.covered);
  }

  decide(step: number): void {
    const { summariser } = this.input;
    const from = this.view.covered;
    const covered = this.#kept(this.entriesAt(step));
    if (covered <= from) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    summariser.call(this.headTokens(step, covered), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', summariser.empty ? ANSWERED_NOTHING : FAILED);
      return;
    }
    this.putSummary(step, covered);
  }

  /** First entry of the newest groups that have enough messages. */
  #kept(end: number): number {
    const { groupOf, starts } = this.#groups;
    let at = end;
    while (at > this.view.covered && (at === end || end - at < this.settings.target)) {
      at = intAt(starts, intAt(groupOf, at - 1));
    }
    return at;
  }
}

/** What `own` compares, from a replay. */
const countedAt = ({ profile, columns }: CountedReplay, step: number): number =>
  held(intAt(profile.steps.entries, step), intAt(columns.watermarkBefore, step));

/** The Agent Framework with its summarising strategy. */
export const agentFrameworkSummarization = definePolicy({
  id: 'agent-framework-summarization',
  label: 'Agent Framework summary',
  provenance: {
    system: 'Microsoft Agent Framework',
    repository: 'github.com/microsoft/agent-framework',
    path: 'python/packages/core/agent_framework/_compaction.py',
    version: '00aa4914 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'messages',
    counted: countedAt,
    thresholdRule: 'threshold = target + extra',
    threshold: ({ target, extra }) => target + extra,
    most: () => Infinity,
    thresholdFormula: ({ target, extra }) =>
      `${formatInteger(target)} + ${formatInteger(extra)} messages`,
    path: () => [],
    value: [],
    count: 'messages of the request, the summary among them',
    ownCount: true,
  },
  traits: { keepsTail: true, summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'SummarizationStrategy and DEFAULT_SUMMARIZATION_PROMPT of _compaction.py',
    gives: givenTexts,
  }),
  settings: summarizationSettings,
  presets: [{ id: 'reference', label: 'More than 4 + 2 messages', settings: {} }],
  form: formOf(frameworkEstimator),
  begin: (chosen, input) => new SummarizationRun(chosen, input),
});
