/** Hermes' options: the key `compression` of config.yaml. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { HermesSettings } from './settings';

const place = {
  target: 'config.yaml',
  language: 'yaml',
  file: '~/.hermes/config.yaml',
  sets: ['share', 'thresholdTokens', 'idleAfter', 'targetRatio'],
} as const;

/** Options of Hermes Agent. */
export const hermesOptions = ({
  share,
  thresholdTokens,
  idleAfter,
  targetRatio,
  window,
}: HermesSettings): OwnOptions => ({
  snippets: [
    codeSnippet(place, [
      'compression:',
      `  threshold: ${share}`,
      `  threshold_tokens: ${thresholdTokens === 0 ? 'null' : thresholdTokens}`,
      `  target_ratio: ${targetRatio}`,
      `  idle_compact_after_seconds: ${idleAfter}`,
    ]),
  ],
  fixed: {
    window: `Context length ${formatInteger(window)}: the model’s own.`,
    gateway: 'The gateway compresses the sessions that it drives.',
    gatewayShare: 'A constant of the gateway, 0.85.',
    head: 'protect_first_n is a constant, 3 with the system prompt.',
    tailShare: 'A constant of tail_mode lean, 2.5 % of the window.',
    tailRows: 'The floor below protect_last_n is a constant, 8.',
  },
});
