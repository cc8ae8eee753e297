import * as z from 'zod';
import {
  calibrationSettings,
  estimatorSettings,
  imageSettings,
  imageTokensSetting,
} from '../mechanisms/estimate';
import { measuredSummarySettings } from '../contract/summary';
import { tokens, windowSetting } from '../contract/settings';

const group = 'clear_tool_uses_20250919';

/** Tokens of an image or a document, by public analyses of the program's bundle (2.1.156). */
const IMAGE = 2_000;

/** Settings of Claude Code's automatic compaction, as reconstructed. */
export const claudeCodeSettings = z.strictObject({
  window: windowSetting(),
  maxOutput: tokens.default(32_000).meta({
    label: 'Largest output of the model',
    description:
      'Tokens that the model may answer with; the smaller of it and the reserve is kept free',
    unit: 'tokens',
  }),
  outputReserve: tokens.default(20_000).meta({
    label: 'Reserved for output at most',
    description: 'However large an answer may be, no more is kept free for it',
    unit: 'tokens',
  }),
  margin: tokens.default(13_000).meta({
    label: 'Margin below that',
    unit: 'tokens',
    description: 'It compacts this far below the window less the output reserve',
  }),
  percent: z.int().min(0).max(100).default(0).meta({
    label: 'Override in percent',
    unit: '%',
    description:
      'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, of window − output; it can only lower the threshold. 0: not set',
  }),
  observed: tokens.default(0).meta({
    label: 'Observed threshold',
    unit: 'tokens',
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
  files: z.int().min(0).max(5).default(5).meta({
    label: 'Files put back at most',
    description: 'The newest that its tools read or wrote whole',
  }),
  fileTokens: z.int().min(0).max(5_000).default(5_000).meta({
    label: 'Largest file put back',
    unit: 'tokens',
    description: 'A larger one comes back as a path',
  }),
  failures: z.int().min(0).max(100).default(3).meta({
    label: 'Stops after failures in a row',
    description: '0: never',
  }),
  refills: z.int().min(0).max(100).default(3).meta({
    label: 'Stops after rapid refills in a row',
    description: '0: never',
  }),
  refillSteps: z.int().min(0).max(1_000).default(3).meta({
    label: 'A refill is rapid within',
    description: 'Steps after a compaction in which another counts as a rapid refill',
    unit: 'steps',
  }),
  clear: z.boolean().default(false).meta({
    label: 'Clears old tool results first',
    description: 'Old tool results are emptied before anything is summarised',
    group,
  }),
  clearTrigger: tokens.default(100_000).meta({
    label: 'Clears above',
    description: 'Request size from which old tool results are emptied',
    unit: 'tokens',
    group,
  }),
  clearKeep: z.int().min(0).max(1_000_000).default(3).meta({
    label: 'Keeps',
    description: 'Newest tool uses whose results stay',
    unit: 'tool uses',
    group,
  }),
  clearAtLeast: tokens.default(0).meta({
    label: 'Only if it clears at least',
    description: 'Smaller gains do not change the request, so that the cache stays',
    unit: 'tokens',
    group,
  }),
  clearTo: z.int().min(0).max(10_000).default(33).meta({
    label: 'Placeholder',
    unit: 'bytes',
    description: 'Its text is not published; “[Old tool result content cleared]” has 33',
    group,
  }),
  ...measuredSummarySettings.shape,
  ...estimatorSettings,
  ...imageSettings('flat'),
  imageTokens: imageTokensSetting(IMAGE, 'An image or a document behind the last response'),
  ...calibrationSettings,
});
export type ClaudeCodeSettings = z.infer<typeof claudeCodeSettings>;

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
