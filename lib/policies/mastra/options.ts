/** Options of Mastra's token limiter and of its observational memory. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, when, type OwnOptions } from '@/lib/engine/policy/options';
import type { LimiterSettings } from './limiter';
import type { ObservationalSettings } from './observational-settings';

const TOKENX = 'It counts by tokenx, which has no setting here.';

/** The processor as its users add it. */
export const limiterOptions = ({ limit, trimMode, window }: LimiterSettings): OwnOptions => ({
  snippets: [
    codeSnippet({ target: '@mastra/core', language: 'typescript', sets: ['limit', 'trimMode'] }, [
      'const agent = new Agent({',
      '  inputProcessors: [',
      `    new TokenLimiterProcessor({ limit: ${literal(limit)}, trimMode: '${trimMode}' }),`,
      '  ],',
      '});',
    ]),
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the processor does not ask for it.`,
    per: TOKENX,
  },
});

/** The memory as its users add it. */
export function observationalOptions(settings: ObservationalSettings): OwnOptions {
  const { window, messageTokens, bufferShare, activation, blockAfter } = settings;
  const buffers = [
    `        bufferTokens: ${bufferShare},`,
    `        bufferActivation: ${activation},`,
    `        blockAfter: ${blockAfter},`,
  ];
  const buffered = bufferShare > 0;
  const code = [
    'const memory = new Memory({',
    '  options: {',
    '    observationalMemory: {',
    '      observation: {',
    `        messageTokens: ${literal(messageTokens)},`,
    ...(buffered ? buffers : ['        bufferTokens: false,']),
    '      },',
    `      reflection: { observationTokens: ${literal(settings.observationTokens)} },`,
    '    },',
    '  },',
    '});',
  ];
  const ofBuffers = buffered ? ['activation', 'blockAfter'] : [];
  const sets = ['messageTokens', 'bufferShare', ...ofBuffers, 'observationTokens'];
  return {
    snippets: [codeSnippet({ target: '@mastra/memory', language: 'typescript', sets }, code)],
    fixed: {
      window: `Context window ${formatInteger(window)}: the model’s own; the memory does not ask for it.`,
      per: TOKENX,
      summaryCap: 'Mastra sets no cap; modelSettings.maxOutputTokens of the observer is one.',
      ...when(!buffered, {
        activation: 'No share of buffers is activated: there are none.',
        blockAfter: 'Without buffers it waits for an observer at the threshold itself.',
      }),
    },
  };
}
