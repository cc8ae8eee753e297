import * as z from 'zod';
import { grownForm, heuristicForm, type Decision } from '@/lib/engine/policy/decision';
import { cappedSummary, share, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

/** Settings of Inspect's compaction. */
export const inspectSettings = z.strictObject({
  window: windowSetting({
    label: 'Input tokens of the model',
    description: 'Those of its own list of models; 128,000 where it knows none',
  }),
  strategy: z.enum(['summary', 'trim', 'edit']).default('summary').meta({
    label: 'Strategy',
    description:
      'summary: all behind the first message becomes a summary, as CompactionAuto does where the provider cannot · trim: the oldest messages leave · edit: old tool results are emptied',
    advice: 'Take edit where tool results fill the context, summary where the talk does',
  }),
  share: share.default(0.9).meta({
    label: 'Threshold',
    description: 'threshold: of the input tokens, rounded down',
    slider: { min: 0.1, max: 1, step: 0.01 },
  }),
  preserve: share.default(0.8).meta({
    label: 'Preserved share',
    description: 'preserve: of the messages behind the first, by number',
    advice: 'Lower it where trims follow one another',
    shownWith: { strategy: ['trim'] },
  }),
  keepToolUses: wholeSetting(3, [0, 1_000_000], {
    label: 'Kept tool uses',
    unit: 'tool uses',
    description: 'keep_tool_uses: the newest results that stay',
    advice: 'Raise it where the agent reads again what was emptied',
    shownWith: { strategy: ['edit'] },
  }),
  ...cappedSummary('Highwater’s cap; Inspect sets none', { shownWith: { strategy: ['summary'] } }),
});
export type InspectSettings = z.infer<typeof inspectSettings>;

/** Inspect's total against its threshold. */
export const inspectDecision: Decision<InspectSettings> = {
  relation: '>',
  unit: 'tokens',
  thresholdRule: 'threshold = floor(share × window)',
  threshold: ({ window, share: part }) => Math.floor(window * part),
  path: () => ['window', 'share'],
  value: [grownForm, heuristicForm],
  lastReal: 'Prompt of the last response',
};
