/**
 * Docker Agent's session compaction (cagent before): docker/docker-agent, pkg/compaction/compaction.go,
 * pkg/runtime/session_compaction.go and loop.go at fce935f7 (2026-03-14).
 *
 * Above nine tenths of the model's context limit the whole conversation becomes one summary, a system message: nothing stays
 * beside it. Before a turn's first request the prompt and the response of the last usage are compared, without the user's new
 * message; in the loop what tools returned since is added, chars ÷ 4 and 5 tokens a message. After a compaction the prompt
 * counts as long as the summary. An answer that is empty or fails leaves the session as it is.
 *
 * From the source, not run. Modelled: chars are bytes. Not modelled: `num_history_items`, the shortening of old results above
 * a fixed number of tokens, and the compaction after an overflow.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { beginsTurn } from '@/lib/engine/mechanisms/turns';
import { lastRealForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, thresholdShare, windowSetting } from '@/lib/engine/policy/settings';
import { promptOf } from '@/lib/engine/policy/summariser';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** Bytes of "Session Summary: ", and tokens that it adds for each message. */
const WRAPPER = 17;
const OVERHEAD = 5;

const settings = z.strictObject({
  window: windowSetting({ description: 'limit.context of the model’s entry in models.dev' }),
  share: thresholdShare(0.9, 'window', {
    label: 'Compacts above',
    description: 'contextThreshold, a constant',
  }),
  ...cappedSummary('Highwater’s cap; Docker Agent sets none'),
});
export type DockerAgentSettings = z.infer<typeof settings>;

const NOTHING = 'The session holds nothing that came since: nothing is summarised.';
const FAILED = 'The summariser failed: the session stays as it is.';

class DockerAgentRun extends UsageRun<DockerAgentSettings> {
  /** Prompt and response of the last usage, and in the loop what tools returned since. */
  own(step: number): number {
    const { profile } = this.input;
    const { total, until } = this.usage;
    const end = this.entriesAt(step);
    if (total === 0 || step === 0 || beginsTurn(profile, step)) return total;
    let messages = 0;
    for (let i = until; i < end; i++) messages += Math.max(1, intAt(profile.entries.responses, i));
    return total + sumBetween(profile.sum, until, Math.max(until, end)) + OVERHEAD * messages;
  }

  decide(step: number): void {
    const { summariser, requests } = this.input;
    const covered = this.entriesAt(step);
    if (covered <= this.view.covered) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    summariser.call(this.headTokens(step, covered), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', FAILED);
      return;
    }
    this.putSummary(step, covered);
    this.usage.reset(requests.estimator.text(summariser.bytes), covered);
  }
}

/** Docker Agent. */
export const dockerAgent = definePolicy({
  id: 'docker-agent',
  label: 'Docker Agent',
  provenance: {
    system: 'Docker Agent',
    repository: 'github.com/docker/docker-agent',
    path: 'pkg/compaction/compaction.go',
    version: 'fce935f7 (2026-03-14)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = trunc(share × window)',
    threshold: ({ window, share: part }) => Math.trunc(window * part),
    thresholdFormula: ({ window, share: part }) => `${part} × ${formatInteger(window)}`,
    path: () => ['window', 'share'],
    value: [lastRealForm('prompt + response of the last usage')],
    count: 'prompt + response of the last usage + chars ÷ 4 of what tools returned since',
    lastReal: 'Last prompt + output',
  },
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({ source: 'prompts/compaction-user.txt, asked behind the conversation' }),
  settings,
  presets: [{ id: 'reference', label: 'Above 0.9 of the limit', settings: {} }],
  form: formOf(referenceEstimator, WRAPPER),
  begin: (chosen, input) => new DockerAgentRun(chosen, input),
});
