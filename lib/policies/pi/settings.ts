import * as z from 'zod';
import { flatDecidingSettings } from '@/lib/engine/mechanisms/estimate';
import { measuredSummarySettings } from '@/lib/engine/policy/summary';
import {
  observedSetting,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Tokens of an image, which counts 4,800 chars. */
const IMAGE = 1_200;

/** Settings of pi's compaction. */
export const piSettings = z.strictObject({
  window: windowSetting(),
  reserve: tokenSetting(16_384, { label: 'Reserved', description: 'reserveTokens' }),
  keep: tokenSetting(20_000, { label: 'Kept at least', description: 'keepRecentTokens' }),
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
  maxOutput: tokenSetting(16_384, {
    label: 'Largest output of the model',
    description:
      'maxTokens: the most that a summary takes. 0: 80 % of what is reserved, 50 % for a turn’s beginning, until 1.3',
  }),
  fileBytes: wholeSetting(0, [0, 1_000_000], {
    label: 'File lists behind the summary',
    description: 'Bytes of the lists of files read and changed that follow the summary',
    unit: 'bytes',
  }),
  observed: observedSetting,
  ...measuredSummarySettings.shape,
  ...flatDecidingSettings(IMAGE, '4,800 chars ÷ 4'),
});
export type PiSettings = z.infer<typeof piSettings>;
