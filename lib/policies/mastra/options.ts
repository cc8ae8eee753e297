/** Options of Mastra's token limiter and of its observational memory. */
import { formatInteger } from '@/lib/base/format';
import { literal, type OwnOptions } from '../contract/options';
import type { LimiterSettings } from './limiter';
import type { ObservationalSettings } from './observational-settings';

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

/** The memory as its users add it. */
export const observationalOptions = ({
  window,
  messageTokens,
  bufferShare,
  activation,
  blockAfter,
  observationTokens,
}: ObservationalSettings): OwnOptions => ({
  snippets: [
    {
      target: '@mastra/memory',
      language: 'typescript',
      file: null,
      by: 'setting',
      code: [
        'const memory = new Memory({',
        '  options: {',
        '    observationalMemory: {',
        '      observation: {',
        `        messageTokens: ${literal(messageTokens)},`,
        ...(bufferShare === 0
          ? ['        bufferTokens: false,']
          : [
              `        bufferTokens: ${bufferShare},`,
              `        bufferActivation: ${activation},`,
              `        blockAfter: ${blockAfter},`,
            ]),
        '      },',
        `      reflection: { observationTokens: ${literal(observationTokens)} },`,
        '    },',
        '  },',
        '});',
        '',
      ].join('\n'),
      sets:
        bufferShare === 0
          ? ['messageTokens', 'bufferShare', 'observationTokens']
          : ['messageTokens', 'bufferShare', 'activation', 'blockAfter', 'observationTokens'],
      notes: [],
    },
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the memory does not ask for it.`,
    per: 'It counts by tokenx, which has no setting here.',
    summaryCap: 'Mastra sets no cap; modelSettings.maxOutputTokens of the observer is one.',
    ...(bufferShare === 0
      ? {
          activation: 'No share of buffers is activated: there are none.',
          blockAfter: 'Without buffers it waits for an observer at the threshold itself.',
        }
      : {}),
  },
});
