/**
 * `SummarizingCompaction` of Pydantic AI's harness: pydantic/pydantic-ai-harness,
 * pydantic_ai_harness/compaction/_summarizing_compaction.py at 0e44f641, _shared.py at 152933b6 and _context_window.py at
 * 36e3d22b (2026).
 *
 * Before each model call: input and output of the newest response with usage and chars ÷ 4 of the messages behind it (without
 * usage: chars ÷ 4 of all). Above a share of the model's window everything but the newest 20 messages becomes one summary, a
 * system prompt at the beginning; the user's first message stays behind it. A cut that would part a call from its result
 * moves back. Its user chooses the trigger: 0.8 is Highwater's. An error of the summariser is the run's.
 *
 * From the source, not run. Modelled: each entry is a message. Not modelled: `max_messages`, `keep_user_messages`, receipts and
 * pinned parts; tiers in front of it; calls further than 5 messages from the cut, which the search for pairs does not see;
 * the run's end where the summariser fails.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { heuristicForm } from '@/lib/engine/policy/decision';
import type { Mechanism } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import {
  cappedSummary,
  thresholdShare,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** Bytes of "Summary of previous conversation:" and a blank line. */
const WRAPPER = 35;

const settings = z.strictObject({
  window: windowSetting({
    description: 'Of the model’s entry in genai-prices, else 200,000; or context_window',
  }),
  share: thresholdShare(0.8, 'window', {
    label: 'Compacts above',
    description: 'max_fraction; 0.8 is Highwater’s, the capability has no default',
  }),
  keep: wholeSetting(20, [0, 1_000_000], {
    label: 'Newest kept',
    unit: 'messages',
    description: 'keep_messages: its default is 20',
  }),
  keepTokens: tokenSetting(0, {
    label: 'Newest kept, in tokens',
    description: 'keep_tokens, in place of messages. 0: by messages',
    advice: 'Set it where twenty messages hold more than the window should after a compaction',
  }),
  keepFirst: z.boolean().default(true).meta({
    label: 'First message kept',
    description: 'preserve_first_user_message',
    advice: 'Switch it off where the first message is a long document',
  }),
  ...cappedSummary('Highwater’s cap; the capability sets none'),
});
export type PydanticAiSettings = z.infer<typeof settings>;

const threshold = ({ window, share: part }: PydanticAiSettings): number =>
  Math.max(1, Math.trunc(window * part));

const mechanisms: readonly Mechanism<PydanticAiSettings>[] = [
  {
    name: 'SummarizingCompaction',
    does: 'summarises',
    trigger: threshold,
    head: (_request, { keepFirst }) => (keepFirst ? 1 : 0),
    keeps: (request, { keep, keepTokens }) =>
      keepTokens > 0 ? request.newest(keepTokens) : Math.max(0, request.entries - keep),
    cap: ({ summaryCap }) => summaryCap,
  },
];

/** Pydantic AI with its harness's summaries. */
export const pydanticAi = definePolicy({
  id: 'pydantic-ai',
  label: 'Pydantic AI',
  provenance: {
    system: 'Pydantic AI',
    repository: 'github.com/pydantic/pydantic-ai-harness',
    path: 'pydantic_ai_harness/compaction/_summarizing_compaction.py',
    version: '0e44f641 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = trunc(share × window)',
    threshold,
    thresholdFormula: ({ window, share: part }) => `${part} × ${formatInteger(window)}`,
    path: () => ['window', 'share'],
    value: [heuristicForm],
    count: 'input + output of the last usage + chars ÷ 4 of what came since',
    lastReal: 'Last prompt + output',
  },
  traits: { keepsTail: true, summaryLeads: true, summariserCache: 'unshared' },
  mechanisms,
  recordings: { format: /^pydantic-ai$/ },
  summariser: promptOf({
    source: '_DEFAULT_SUMMARY_PROMPT and _format_messages of _summarizing_compaction.py',
    sections: [
      'Intent',
      'Key decisions',
      'Artifacts',
      'Current state',
      'Next steps',
      'Open questions',
    ],
    gives: { ...givenWhole, thought: 'nothing', response: 500, inline: 'nothing' },
  }),
  settings,
  presets: [{ id: 'reference', label: 'Highwater’s trigger, 0.8; 20 messages kept', settings: {} }],
  form: formOf(referenceEstimator, WRAPPER),
  begin: pipeline({
    value: ({ total, since, heuristic }) => (total > 0 ? total + since : heuristic),
    mechanisms,
  }),
});
