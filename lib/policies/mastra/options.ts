/** Options of Mastra's token limiter. */
import { formatInteger } from '@/lib/base/format';
import { literal, type OwnOptions } from '../contract/options';
import type { LimiterSettings } from './limiter';

/** The processor as its users add it. */
export const limiterOptions = ({ limit, trimMode, window }: LimiterSettings): OwnOptions => ({
  snippets: [
    {
      target: '@mastra/core',
      language: 'typescript',
      file: null,
      by: 'setting',
      code: [
        'const agent = new Agent({',
        '  inputProcessors: [',
        `    new TokenLimiterProcessor({ limit: ${literal(limit)}, trimMode: '${trimMode}' }),`,
        '  ],',
        '});',
        '',
      ].join('\n'),
      sets: ['limit', 'trimMode'],
      notes: [],
    },
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the processor does not ask for it.`,
    per: 'It counts by tokenx, which has no setting here.',
  },
});
