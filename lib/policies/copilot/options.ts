/** Copilot's options: infinite sessions of the SDK, the prompt limit of a model of your own. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { CopilotSettings } from './settings';

const sdk = {
  target: '@github/copilot-sdk',
  language: 'typescript',
  sets: ['enabled', 'background', 'exhaustion'],
} as const;
const variables = { target: 'Environment', language: 'sh', sets: ['window'] } as const;

/** The session of the SDK as its users make it, and the CLI's environment. */
export function copilotOptions(settings: CopilotSettings): OwnOptions {
  const { window, background, exhaustion, enabled, delaySeconds, delaySteps, summaryCap } =
    settings;
  const code = [
    'const session = await client.createSession({',
    '  infiniteSessions: {',
    `    enabled: ${enabled},`,
    `    backgroundCompactionThreshold: ${background},`,
    `    bufferExhaustionThreshold: ${exhaustion},`,
    '  },',
    '});',
  ];
  const limit = [`export COPILOT_PROVIDER_MAX_PROMPT_TOKENS=${window}`];
  return {
    snippets: [
      codeSnippet(sdk, code, ['The CLI takes the defaults, 0.80 and 0.95.']),
      codeSnippet(variables, limit, [
        'Only for a model of your own; Copilot’s models have the limit of their catalogue.',
      ]),
    ],
    fixed: {
      delaySeconds: `Delay ${formatInteger(delaySeconds)} s: what the model takes, an assumption of Highwater’s.`,
      delaySteps: `Delay ${formatInteger(delaySteps)} steps: the same where a recording has no times.`,
      summaryCap: `Summary ${formatInteger(summaryCap)}: Copilot states no cap.`,
    },
  };
}
