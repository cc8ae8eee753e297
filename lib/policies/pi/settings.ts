import * as z from 'zod';
import {
  calibrationSettings,
  estimatorSettings,
  imageSettings,
  imageTokensSetting,
} from '../mechanisms/estimate';
import { measuredSummarySettings } from '../contract/summary';
import { observedSetting, tokens, windowSetting } from '../contract/settings';

/** Tokens of an image, which counts 4,800 chars. */
const IMAGE = 1_200;

/** Settings of pi's compaction. */
export const piSettings = z.strictObject({
  window: windowSetting(),
  reserve: tokens.default(16_384).meta({
    label: 'Reserved',
    unit: 'tokens',
    description: 'reserveTokens',
  }),
  keep: tokens.default(20_000).meta({
    label: 'Kept at least',
    unit: 'tokens',
    description: 'keepRecentTokens',
  }),
  enabled: z.boolean().default(true).meta({
    label: 'Compacts automatically',
    description: 'Off: only by hand',
  }),
  check: z.enum(['turns', 'runs']).default('turns').meta({
    label: 'Checks',
    description: 'turns: before every request · runs: before a user’s prompt only',
  }),
  trailing: z.boolean().default(true).meta({
    label: 'Counts what came since',
    description: 'Adds chars ÷ 4 of the messages behind the last usage',
  }),
  maxOutput: tokens.default(16_384).meta({
    label: 'Largest output of the model',
    unit: 'tokens',
    description:
      'maxTokens: the most that a summary takes. 0: 80 % of what is reserved, 50 % for a turn’s beginning, until 1.3',
  }),
  fileBytes: z.int().min(0).max(1_000_000).default(0).meta({
    label: 'File lists behind the summary',
    description: 'Bytes of the lists of files read and changed that follow the summary',
    unit: 'bytes',
  }),
  observed: observedSetting,
  ...measuredSummarySettings.shape,
  ...estimatorSettings,
  ...imageSettings('flat'),
  imageTokens: imageTokensSetting(IMAGE, '4,800 chars ÷ 4'),
  ...calibrationSettings,
});
export type PiSettings = z.infer<typeof piSettings>;
