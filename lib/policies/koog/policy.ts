/**
 * Koog's history compression in chunks: JetBrains/koog, agents/agents-core, HistoryCompressionStrategies.kt at 34fc6279, and the
 * examples of docs/docs/history-compression.md at 0aea8bd5.
 *
 * After a tool was run, more than 100 messages are parted into chunks of 10, the first user's message and earlier summaries
 * among them; each chunk is summarised by a call of its own. What is left is the system prompt, the first user's message and
 * all the summaries in their order, then the newest call with its result. A size of 0 makes one summary of everything.
 *
 * From the source, not run. Modelled: each entry is a message, the result that is about to be sent among them; chunks are equal
 * shares of the tokens, and the summaries stand together in the view. Where one call fails, nothing is replaced. Not modelled:
 * memory messages, the last calls of a chunk, and strategies that throw messages away before they summarise.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import type { CountedReplay } from '@/lib/engine/policy/decision';
import type { Mechanism, PipelineRequest } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { promptOf } from '@/lib/engine/policy/summariser';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the example asks for no tokens' }),
  most: wholeSetting(100, [1, 1_000_000], {
    label: 'Compresses above',
    unit: 'messages',
    description: 'isHistoryTooBig: the example of the document asks for more than 100 messages',
    advice: 'Lower it where few long messages fill the window: no tokens are counted',
    slider: { min: 1, max: 500, step: 1 },
  }),
  chunk: wholeSetting(10, [0, 1_000_000], {
    label: 'Size of a chunk',
    unit: 'messages',
    description:
      'Chunked(chunkSize): each chunk has a summary of its own. 0: WholeHistory, one summary',
    advice: 'Raise it for fewer summaries and calls, lower it to lose less of each stretch',
    slider: { min: 0, max: 200, step: 1 },
  }),
  ...cappedSummary('Highwater’s cap of each summary, a TL;DR; Koog sets none', {}, 1_024),
});
export type KoogSettings = z.infer<typeof settings>;

/** The newest entry is a tool's result. */
const ranTool = (request: PipelineRequest): boolean => newestCall(request) < request.entries;

/** First of the results that the newest call just got; the call stays with them. */
function newestCall({ profile, entries }: PipelineRequest): number {
  const { flags } = profile.entries;
  let from = entries;
  while (from > 0 && (byteAt(flags, from - 1) & entryFlag.response) !== 0) from--;
  return from;
}

const mechanisms: readonly Mechanism<KoogSettings>[] = [
  {
    name: 'Summaries of chunks',
    does: 'summarises',
    trigger: ({ most }) => most,
    when: ranTool,
    keeps: newestCall,
    head: () => 1,
    calls: ({ value }, { chunk }) => (chunk === 0 ? 1 : Math.max(1, Math.ceil(value / chunk))),
    cap: ({ summaryCap }) => summaryCap,
  },
];

/** Messages of a request that is decided on: those sent last, and what came since. */
function countedAt({ profile, columns }: CountedReplay, step: number): number {
  const { entries } = profile.steps;
  if (step === 0) return intAt(entries, 0);
  return intAt(columns.contentsSent, step - 1) + intAt(entries, step) - intAt(entries, step - 1);
}

/** Koog with chunks. */
export const koog = definePolicy({
  id: 'koog-chunked',
  label: 'Koog, in chunks',
  provenance: {
    system: 'Koog',
    repository: 'github.com/JetBrains/koog',
    path: 'agents/agents-core, HistoryCompressionStrategies.kt',
    version: '34fc6279',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'messages',
    counted: countedAt,
    thresholdRule: 'threshold = most',
    threshold: ({ most }) => most,
    most: () => Infinity,
    thresholdFormula: ({ most }) => `${formatInteger(most)} messages`,
    path: () => [],
    value: [],
    count: 'messages of the request, its summaries among them',
    ownCount: true,
  },
  traits: { keepsTail: true, summariserCache: 'unshared' },
  mechanisms,
  summariser: promptOf({ source: 'Prompts.summarizeInTLDR, asked behind the messages of a chunk' }),
  settings,
  presets: [
    { id: 'reference', label: 'Above 100 messages, chunks of 10', settings: {} },
    { id: 'whole', label: 'WholeHistory: one summary', settings: { chunk: 0 } },
  ],
  form: formOf(referenceEstimator),
  begin: pipeline({ value: ({ contents }) => contents, mechanisms }),
});
