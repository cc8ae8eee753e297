/** Copilot's options: infinite sessions of the SDK, the prompt limit of a model of your own. */
import { formatInteger } from '@/lib/base/format';
import type { OwnOptions } from '../contract/options';
import type { CopilotSettings } from './settings';

/** The session of the SDK as its users make it, and the CLI's environment. */
export function copilotOptions(settings: CopilotSettings): OwnOptions {
  const { window, background, exhaustion, enabled, delaySeconds, delaySteps, summaryCap } =
    settings;
  return {
    snippets: [
      {
        target: '@github/copilot-sdk',
        language: 'typescript',
        file: null,
        by: 'setting',
        code: [
          'const session = await client.createSession({',
          '  infiniteSessions: {',
          `    enabled: ${enabled},`,
          `    backgroundCompactionThreshold: ${background},`,
          `    bufferExhaustionThreshold: ${exhaustion},`,
          '  },',
          '});',
          '',
        ].join('\n'),
        sets: ['enabled', 'background', 'exhaustion'],
        notes: ['The CLI takes the defaults, 0.80 and 0.95.'],
      },
      {
        target: 'Environment',
        language: 'sh',
        file: null,
        by: 'setting',
        code: `export COPILOT_PROVIDER_MAX_PROMPT_TOKENS=${window}\n`,
        sets: ['window'],
        notes: [
          'Only for a model of your own; Copilot’s models have the limit of their catalogue.',
        ],
      },
    ],
    fixed: {
      delaySeconds: `Delay ${formatInteger(delaySeconds)} s: what the model takes, an assumption of Highwater’s.`,
      delaySteps: `Delay ${formatInteger(delaySteps)} steps: the same where a recording has no times.`,
      summaryCap: `Summary ${formatInteger(summaryCap)}: Copilot states no cap.`,
    },
  };
}
