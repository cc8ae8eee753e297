import * as z from 'zod';
import { flatDecidingSettings } from '@/lib/engine/mechanisms/estimate';
import { measuredSummarySettings } from '@/lib/engine/policy/summary';
import {
  numberSetting,
  observedSetting,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Codex puts 7,373 bytes in place of an image. */
const IMAGE = 1_844;

/** Settings of Codex's local compaction. */
export const codexSettings = z.strictObject({
  window: windowSetting(
    { description: '0: unknown; then only a configured limit counts' },
    272_000,
  ),
  limit: tokenSetting(0, {
    label: 'Configured limit',
    description: 'model_auto_compact_token_limit; it can only lower the threshold. 0: not set',
  }),
  scope: z.enum(['total', 'body_after_prefix']).default('total').meta({
    label: 'Limit counts',
    description:
      'total: everything · body_after_prefix: what came after the first prompt since the last compaction',
  }),
  usablePercent: wholeSetting(95, [0, 100], {
    label: 'Usable window',
    unit: '%',
    description: 'effective_context_window_percent; only under body_after_prefix',
  }),
  keepUser: tokenSetting(20_000, {
    label: 'User messages kept',
    description: 'Remote compaction keeps up to 64,000',
  }),
  keepAnswers: z.boolean().default(false).meta({
    label: 'Final answers kept',
    description: 'The first remote compaction gives back the last text of each finished turn',
  }),
  items: z.enum(['texts', 'json']).default('texts').meta({
    label: 'Counts of an item',
    description: 'texts: its texts and the id of a call · json: its whole JSON, as in early 2026',
  }),
  reasoningShare: numberSetting(1.17, [0, 10], {
    label: 'Encrypted reasoning',
    unit: '× reasoning',
    description:
      'Reasoning of earlier turns, which Codex counts again by its encrypted length. Where a recording lacks that length, so many times its tokens replace it: three recorded compactions of three repositories allow 1.156 to 1.188. 0: the provider counts it itself',
  }),
  observed: observedSetting,
  ...measuredSummarySettings.shape,
  ...flatDecidingSettings(IMAGE, '7,373 bytes stand for an image'),
});
export type CodexSettings = z.infer<typeof codexSettings>;

/** min(configured, ⌊window × 9 / 10⌋); Infinity where neither is known. */
export function codexThreshold(
  chosen: Pick<CodexSettings, 'window' | 'limit' | 'observed' | 'scope'>,
): number {
  const { window, limit, observed, scope } = chosen;
  if (observed > 0) return observed;
  const configured = limit > 0 ? limit : Infinity;
  const share = window > 0 ? Math.floor((window * 9) / 10) : Infinity;
  // The narrower scope takes the configured limit as it is.
  return scope === 'body_after_prefix' && limit > 0 ? limit : Math.min(configured, share);
}
