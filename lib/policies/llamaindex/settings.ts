import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import type { SettingMeta } from '@/lib/engine/policy/fields';
import { share, tokens, windowSetting } from '@/lib/engine/policy/settings';

const tokenLimit = (description: string, meta: SettingMeta = {}) =>
  tokens
    .min(1)
    .default(30_000)
    .meta({
      label: 'Token limit',
      unit: 'tokens',
      description,
      advice: 'Raise it: 30,000 is far below the window of any present model',
      ...meta,
    });

const ratioSetting = (option: string) =>
  share.default(0.7).meta({
    label: 'Messages’ share',
    short: 'Share',
    description: `${option}: of the limit, for messages; the rest is for memory blocks`,
    advice: 'Raise it to 1 where you have no memory blocks: nothing else uses the rest',
    slider: { min: 0.1, max: 1, step: 0.01 },
  });

/** Settings of LlamaIndex.TS’ memory. */
export const typescriptSettings = z.strictObject({
  window: windowSetting({
    description: 'contextWindow of the model; the memory plans for three quarters of it',
  }),
  limitBy: z.enum(['window', 'tokens']).default('window').meta({
    label: 'Limited by',
    description:
      'window: three quarters of the model’s window, as an agent asks its memory · tokens: tokenLimit, which counts only where the model names no window',
    advice: 'Take tokens where the model’s package knows no window for it',
  }),
  tokenLimit: tokenLimit(
    'tokenLimit of createMemory; not looked at where the model names its window',
    { shownWith: { limitBy: ['tokens'] } },
  ),
  ratio: ratioSetting('shortTermTokenLimitRatio'),
});
export type TypescriptSettings = z.infer<typeof typescriptSettings>;

/** Settings of LlamaIndex’ memory for Python. */
export const pythonSettings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the memory does not ask for it' }),
  tokenLimit: tokenLimit('token_limit of Memory, whatever the model'),
  ratio: ratioSetting('chat_history_token_ratio'),
  flushSize: tokens.min(1).default(3_000).meta({
    label: 'Flushed at once',
    unit: 'tokens',
    description: 'token_flush_size: so many tokens leave at least, then all up to a user’s message',
    advice: 'Raise it where messages leave before most turns: each time costs the provider’s cache',
  }),
});
export type PythonSettings = z.infer<typeof pythonSettings>;

/** Share of the model's window that LlamaIndex.TS plans for. */
const WINDOW_SHARE = 0.75;

/** A model whose window is 0 names none. */
const byWindow = ({ window, limitBy }: TypescriptSettings): boolean =>
  limitBy === 'window' && window > 0;

/** Tokens that messages may have together. */
export function typescriptLimit(settings: TypescriptSettings): number {
  const { window, tokenLimit: own, ratio } = settings;
  return Math.ceil((byWindow(settings) ? Math.ceil(window * WINDOW_SHARE) : own) * ratio);
}

/** "0.7 × 0.75 × 200,000", "0.7 × 30,000". */
export function typescriptFormula(settings: TypescriptSettings): string {
  const { window, tokenLimit: own, ratio } = settings;
  return byWindow(settings)
    ? `${ratio} × ${WINDOW_SHARE} × ${formatInteger(window)}`
    : `${ratio} × ${formatInteger(own)}`;
}

/** The same for Python. */
export const pythonLimit = ({ tokenLimit: own, ratio }: PythonSettings): number =>
  Math.floor(own * ratio);
