/**
 * `CompactionStrategy.Create` of Microsoft's Agent Framework for .NET, a pipeline of strategies: microsoft/agent-framework,
 * dotnet/src/Microsoft.Agents.AI/Compaction, CompactionStrategy.Factory.cs at 64e52991, SummarizationCompactionStrategy.cs at
 * 04f29e6b, TruncationCompactionStrategy.cs at 0e8b9b28 and CompactionMessageIndex.cs at 0f1b425d (2026).
 *
 * Before each model call bytes ÷ 4 of the messages are compared with the limit of a size: 8,191, 32,767 or 65,535 tokens. Above
 * it the oldest groups (a message; a call with its results) go into one summary until less than four fifths are left, but
 * never the newest 4. What is still above the limit then loses its oldest groups without one, but never the newest 32; the
 * approach Gentle leaves that out, Aggressive works down to three quarters. The summary counts as the oldest group.
 *
 * From the source, not run. Not modelled: the collapsing of tool calls above 50, 500 or 1,000 messages, which keeps the results'
 * texts, and the sliding window of Aggressive. Instructions are not in the count.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt } from '@/lib/engine/base/read';
import { withoutPrefixForm } from '@/lib/engine/policy/decision';
import type { Mechanism, PipelineRequest } from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import {
  cappedSummary,
  thresholdShare,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { givenTexts, promptOf } from '@/lib/engine/policy/summariser';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';

/** Bytes of "[Summary]\n". */
const WRAPPER = 10;

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the pipeline asks for no window' }),
  limit: tokenSetting(0x7fff, {
    label: 'Compacts above',
    description: 'CompactionSize: Compact 8,191, Moderate 32,767, Generous 65,535 tokens',
    advice:
      'Raise it to the size that the model’s window allows: each step above it compacts again',
    slider: 'window',
  }),
  target: thresholdShare(0.8, 'limit', {
    label: 'Works down to',
    description: 'Gentle and Balanced stop below four fifths, Aggressive below three quarters',
    advice: 'Lower it where compactions follow one another',
  }),
  keep: wholeSetting(4, [0, 1_000_000], {
    label: 'Groups that no summary takes',
    unit: 'groups',
    description: 'minimumPreserved of SummarizationCompactionStrategy',
  }),
  drops: z.boolean().default(true).meta({
    label: 'Drops what is left above',
    description: 'TruncationCompactionStrategy behind the summary; Gentle has none',
    advice: 'Switch it off to see what the summary alone leaves',
  }),
  dropKeep: wholeSetting(32, [0, 1_000_000], {
    label: 'Groups that are never dropped',
    unit: 'groups',
    description: 'minimumPreserved of TruncationCompactionStrategy',
    advice: 'Lower it where groups are large: 32 of them may be above the limit',
  }),
  ...cappedSummary(
    'Highwater’s cap; the strategy sets none, its prompt asks for a concise summary',
  ),
});
export type DotnetSettings = z.infer<typeof settings>;

/** First entry of the newest groups: a message, or a call with its results. */
export function newestGroups({ profile, entries }: PipelineRequest, groups: number): number {
  const { flags } = profile.entries;
  let from = entries;
  for (let count = 0; from > 0 && count < groups; from--) {
    if ((byteAt(flags, from - 1) & entryFlag.response) === 0) count++;
  }
  return from;
}

const target = ({ limit, target: part }: DotnetSettings): number => Math.trunc(limit * part) - 1;

const mechanisms: readonly Mechanism<DotnetSettings>[] = [
  {
    name: 'Summarization',
    does: 'summarises',
    trigger: ({ limit }) => limit,
    target,
    keeps: (request, { keep }) => newestGroups(request, keep),
    cap: ({ summaryCap }) => summaryCap,
  },
  {
    name: 'Truncation',
    does: 'drops',
    trigger: ({ drops, limit }) => (drops ? limit : Infinity),
    target,
    keeps: (request, { dropKeep }) => newestGroups(request, dropKeep),
  },
];

/** The Agent Framework for .NET with a pipeline of its own making. */
export const agentFrameworkDotnet = definePolicy({
  id: 'agent-framework-dotnet',
  label: 'Agent Framework .NET',
  provenance: {
    system: 'Microsoft Agent Framework',
    repository: 'github.com/microsoft/agent-framework',
    path: 'dotnet/src/Microsoft.Agents.AI/Compaction',
    version: '64e52991 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = limit',
    threshold: ({ limit }) => limit,
    thresholdFormula: ({ limit }) => formatInteger(limit),
    path: () => ['limit'],
    value: [withoutPrefixForm],
    ownCount: true,
  },
  traits: { keepsTail: true, summariserCache: 'unshared' },
  mechanisms,
  summariser: promptOf({
    source: 'DefaultSummarizationPrompt of SummarizationCompactionStrategy.cs',
    gives: givenTexts,
  }),
  settings,
  presets: [
    { id: 'reference', label: 'Balanced, Moderate: above 32,767', settings: {} },
    { id: 'compact', label: 'Balanced, Compact: above 8,191', settings: { limit: 0x1fff } },
    { id: 'generous', label: 'Balanced, Generous: above 65,535', settings: { limit: 0xffff } },
    { id: 'gentle', label: 'Gentle, Moderate: without dropping', settings: { drops: false } },
  ],
  form: formOf(referenceEstimator, WRAPPER),
  begin: pipeline({ value: ({ heuristic, prefix }) => heuristic - prefix, mechanisms }),
});
