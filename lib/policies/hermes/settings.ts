import * as z from 'zod';
import { summarySettings } from '@/lib/engine/policy/summary';
import {
  share,
  thresholdShare,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Windows below this one have a floor under their share. */
const SMALL = 512_000;
const SMALL_SHARE = 0.75;

/** Settings of Hermes' two layers. */
export const hermesSettings = z.strictObject({
  window: windowSetting({ description: 'The model’s context length' }),
  share: thresholdShare(0.5, 'window', {
    label: 'Compresses at',
    description: 'compression.threshold: the layer in the loop; at least 0.75 below 512,000 tokens',
  }),
  thresholdTokens: tokenSetting(256_000, {
    label: 'Compresses at the latest at',
    description:
      'compression.threshold_tokens: a window of 1,000,000 compresses here. 0: by the share',
    advice: 'Lower it where large windows get slow or dear before their share is reached',
  }),
  gateway: z.boolean().default(true).meta({
    label: 'Runs behind its gateway',
    description: 'The layer before a turn; off: the agent alone, on a command line',
    advice: 'Switch it off for sessions that no messenger drives',
  }),
  gatewayShare: share.default(0.85).meta({
    label: 'Gateway compresses at',
    unit: '× window',
    description: 'A constant: the safety net in front of a turn',
    advice: 'Leave it: it catches what the layer in the loop could not',
  }),
  idleAfter: wholeSetting(0, [0, 10_000_000], {
    label: 'Compresses after idle',
    unit: 'seconds',
    description:
      'idle_compact_after_seconds: a turn that begins so long after the last request compresses. 0: never',
    advice: 'Set it to what your provider keeps its cache for: 300 or 3,600 seconds at Anthropic',
  }),
  targetRatio: share.default(0.2).meta({
    label: 'Not below, after idle',
    unit: '× threshold',
    description:
      'target_ratio: at or below this share of the loop’s threshold nothing is compressed',
    advice: 'Raise it where short sessions are compressed after a pause for little',
  }),
  head: wholeSetting(2, [0, 1_000], {
    label: 'First messages kept',
    unit: 'messages',
    description: 'protect_first_n is 3, the system prompt among them: the first exchange stays',
    advice: 'A constant; 0 shows what the first exchange costs in each request',
  }),
  tailShare: share.default(0.025).meta({
    label: 'Newest kept',
    unit: '× window',
    description:
      'tail_mode lean: between 10,000 and 25,000 tokens, never above a fifth of the window',
    advice: 'Raise it where the agent loses what it did last',
  }),
  tailRows: wholeSetting(8, [0, 10_000], {
    label: 'Newest kept, at least',
    unit: 'messages',
    description: 'The floor of protect_last_n, whatever their tokens',
    advice: 'Lower it where few results fill the tail',
  }),
  ...summarySettings.shape,
});
export type HermesSettings = z.infer<typeof hermesSettings>;

/** Tokens from which the layer in the loop compresses. */
export function loopThreshold({ window, share: own, thresholdTokens }: HermesSettings): number {
  const part = Math.trunc(window * (window < SMALL ? Math.max(own, SMALL_SHARE) : own));
  return thresholdTokens > 0 ? Math.min(part, thresholdTokens) : part;
}

/** Tokens from which the gateway compresses before a turn. */
export const gatewayThreshold = ({ gateway, gatewayShare, window }: HermesSettings): number =>
  gateway ? Math.trunc(gatewayShare * window) : Infinity;

/** Tokens from which a turn after an idle time compresses: the next number above a share of the loop's. */
export const idleThreshold = (settings: HermesSettings): number =>
  settings.idleAfter > 0
    ? Math.trunc(loopThreshold(settings) * settings.targetRatio) + 1
    : Infinity;

/** Tokens of the newest messages that stay. */
export const tailTokens = ({ window, tailShare }: HermesSettings): number =>
  Math.min(Math.max(10_000, Math.min(25_000, window * tailShare)), window / 5);

/** Real tokens of a summary: a fifth of what it replaces, 2,000 at least, a twentieth of the window and 12,000 at most. */
export const summaryTokens = ({ window }: HermesSettings, replaced: number): number =>
  Math.trunc(Math.max(2_000, Math.min(replaced / 5, window / 20, 12_000)));
