import * as z from 'zod';
import type { ClearingRules } from '@/lib/engine/mechanisms/clear-tool-uses';
import { flatDecidingSettings } from '@/lib/engine/mechanisms/estimate';
import { measuredSummarySettings } from '@/lib/engine/policy/summary';
import { tokenSetting, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';

const group = 'clear_tool_uses_20250919';

/** Tokens of an image or a document, by public analyses of the program's bundle (2.1.156). */
const IMAGE = 2_000;

/** Settings of Claude Code's automatic compaction, as reconstructed. */
export const claudeCodeSettings = z.strictObject({
  window: windowSetting(),
  maxOutput: tokenSetting(32_000, {
    label: 'Largest output of the model',
    description:
      'Tokens that the model may answer with; the smaller of it and the reserve is kept free',
  }),
  outputReserve: tokenSetting(20_000, {
    label: 'Reserved for output at most',
    description: 'However large an answer may be, no more is kept free for it',
  }),
  margin: tokenSetting(13_000, {
    label: 'Margin below that',
    description: 'It compacts this far below the window less the output reserve',
  }),
  percent: wholeSetting(0, [0, 100], {
    label: 'Override in percent',
    unit: '%',
    description:
      'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, of window − output; it can only lower the threshold. 0: not set',
  }),
  observed: tokenSetting(0, {
    label: 'Observed threshold',
    description: 'Replaces the formula; fitted to recorded preTokens. 0: the formula',
  }),
  enabled: z.boolean().default(true).meta({
    label: 'Compacts automatically',
    description: 'Off: DISABLE_AUTO_COMPACT',
  }),
  trailing: z.boolean().default(true).meta({
    label: 'Counts what came since',
    description: 'Adds chars ÷ 4 of what was added behind the last response',
  }),
  siblings: z.boolean().default(false).meta({
    label: 'Counts later parts twice',
    description:
      'Adds chars ÷ 4 of the last response’s parts but the first, which its count holds already',
  }),
  wholeCounts: z.boolean().default(true).meta({
    label: 'Knows a response’s whole count',
    description: 'Off: it compares what the first event of the stream said of it',
  }),
  files: wholeSetting(5, [0, 5], {
    label: 'Files put back at most',
    description: 'The newest that its tools read or wrote whole',
  }),
  fileTokens: wholeSetting(5_000, [0, 5_000], {
    label: 'Largest file put back',
    unit: 'tokens',
    description: 'A larger one comes back as a path',
  }),
  failures: wholeSetting(3, [0, 100], {
    label: 'Stops after failures in a row',
    description: '0: never',
  }),
  refills: wholeSetting(3, [0, 100], {
    label: 'Stops after rapid refills in a row',
    description: '0: never',
  }),
  refillSteps: wholeSetting(3, [0, 1_000], {
    label: 'A refill is rapid within',
    description: 'Steps after a compaction in which another counts as a rapid refill',
    unit: 'steps',
  }),
  clear: z.boolean().default(false).meta({
    label: 'Clears old tool results first',
    description: 'Old tool results are emptied before anything is summarised',
    group,
  }),
  clearTrigger: tokenSetting(100_000, {
    label: 'Clears above',
    description: 'Request size from which old tool results are emptied',
    group,
  }),
  clearKeep: wholeSetting(3, [0, 1_000_000], {
    label: 'Keeps',
    description: 'Newest tool uses whose results stay',
    unit: 'tool uses',
    group,
  }),
  clearAtLeast: tokenSetting(0, {
    label: 'Only if it clears at least',
    description: 'Smaller gains do not change the request, so that the cache stays',
    group,
  }),
  clearTo: wholeSetting(33, [0, 10_000], {
    label: 'Placeholder',
    unit: 'bytes',
    description: 'Its text is not published; “[Old tool result content cleared]” has 33',
    group,
  }),
  ...measuredSummarySettings.shape,
  ...flatDecidingSettings(IMAGE, 'An image or a document behind the last response'),
});
export type ClaudeCodeSettings = z.infer<typeof claudeCodeSettings>;

/** The same without the API's context editing. */
export type CompactingSettings = Omit<ClaudeCodeSettings, 'clear' | keyof ClearingRules>;

/** Real tokens that a summary may have. */
export const summaryCap = ({
  maxOutput,
  outputReserve,
}: Pick<ClaudeCodeSettings, 'maxOutput' | 'outputReserve'>): number =>
  Math.min(maxOutput, outputReserve);

/** The count at which it compacts. */
export function claudeCodeThreshold(
  settings: Pick<
    ClaudeCodeSettings,
    'window' | 'maxOutput' | 'outputReserve' | 'margin' | 'percent' | 'observed'
  >,
): number {
  const { window, maxOutput, outputReserve, margin, percent, observed } = settings;
  if (observed > 0) return observed;
  const effective = window - Math.min(maxOutput, outputReserve);
  const threshold = effective - margin;
  return percent > 0 ? Math.min(Math.floor((effective * percent) / 100), threshold) : threshold;
}
