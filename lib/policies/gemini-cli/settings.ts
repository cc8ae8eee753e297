import * as z from 'zod';
import { flatDecidingSettings } from '@/lib/engine/mechanisms/estimate';
import {
  observedSetting,
  share,
  tokens,
  tokenSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';
import { summarySettings } from '@/lib/engine/policy/summary';

/** Settings of Gemini CLI's chat compression. */
export const geminiSettings = z.strictObject({
  window: windowSetting({ label: 'Token limit of the model' }, 1_048_576),
  share: share.default(0.5).meta({
    label: 'Threshold',
    description: 'Of the limit; 0.7 in earlier versions',
  }),
  keep: share.default(0.3).meta({
    label: 'Kept share of the history',
    description: 'The newest part of the history that stays as it is, by characters',
  }),
  responseBudget: tokenSetting(50_000, {
    label: 'Function responses kept whole',
    description: 'Tokens of the newest function responses that a compaction leaves as they are',
  }),
  responseMost: tokens.default(40_000).meta({
    label: 'Cut others to',
    unit: 'bytes',
    description: 'Older function responses keep their last bytes, at most so many',
  }),
  maskProtect: tokenSetting(50_000, {
    label: 'Newest function responses not masked',
    description: 'Tokens of the newest function responses that masking leaves alone',
  }),
  maskLeast: tokenSetting(30_000, {
    label: 'Others masked from',
    description: 'Together at least; a request before which there are fewer masks none',
  }),
  environment: tokenSetting(0, {
    label: 'First environment message',
    description: 'Counted in the new history; recordings do not hold it',
  }),
  summaryCap: tokenSetting(8_192, {
    label: 'Summary, at most',
    description: 'Highwater’s cap; Gemini CLI sets none',
  }),
  observed: observedSetting,
  ...summarySettings.shape,
  ...flatDecidingSettings(3_000, 'As Gemini CLI counts one'),
});
export type GeminiSettings = z.infer<typeof geminiSettings>;
