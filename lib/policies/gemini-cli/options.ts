/** Gemini CLI's options: geminicli.com/docs/reference/configuration, settings.json. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, when, type OwnOptions } from '@/lib/engine/policy/options';
import { geminiSettings, type GeminiSettings } from './settings';

const initial = geminiSettings.parse({});
const SERVICE = 'packages/core/src/context/chatCompressionService.ts';

/** The share of the limit whose threshold is an observed one; null where no share gives it. */
function shareFor(observed: number, window: number): number | null {
  const share = observed / window;
  return share <= 1 && Math.ceil(window * share) === observed ? share : null;
}

/** Options of Gemini CLI. */
export function geminiOptions(settings: GeminiSettings): OwnOptions {
  const { window, observed, maskProtect, maskLeast, responseMost } = settings;
  const fitted = observed > 0 ? shareFor(observed, window) : null;
  const outputMasking = {
    ...when(maskProtect !== initial.maskProtect, { protectionThresholdTokens: maskProtect }),
    ...when(maskLeast !== initial.maskLeast, { minPrunableThresholdTokens: maskLeast }),
  };
  const value = {
    model: { compressionThreshold: fitted ?? settings.share },
    ...when(Object.keys(outputMasking).length > 0, {
      contextManagement: { tools: { outputMasking } },
    }),
    ...when(responseMost !== initial.responseMost, {
      tools: { truncateToolOutputThreshold: responseMost },
    }),
  };
  const place = {
    target: 'settings.json',
    file: '~/.gemini/settings.json',
    sets: [
      'share',
      ...(fitted === null ? [] : ['observed']),
      'maskProtect',
      'maskLeast',
      'responseMost',
    ],
  };
  return {
    snippets: [jsonSnippet(place, value, ['Restart Gemini CLI after a change.'])],
    fixed: {
      window: `Token limit ${formatInteger(window)}: of the model, in packages/core/src/core/tokenLimits.ts; not settable.`,
      observed: `Observed threshold ${formatInteger(observed)}: no share of the limit gives it.`,
      keep: `Kept share ${settings.keep}: the constant COMPRESSION_PRESERVE_THRESHOLD of ${SERVICE}, 0.3.`,
      responseBudget: `Function responses kept whole ${formatInteger(settings.responseBudget)}: the constant COMPRESSION_FUNCTION_RESPONSE_TOKEN_BUDGET of ${SERVICE}, 50,000.`,
      environment: 'The first environment message is Gemini CLI’s own; its size is no setting.',
      summaryCap: 'Gemini CLI sets no cap of the summary; this one is Highwater’s.',
    },
  };
}
