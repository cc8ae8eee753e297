/** Cline's options: `compaction` of @cline/core's prepare-turn (lib/conformance/cline.mjs). */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import { clineSettings, type ClineSettings } from './settings';

const initial = clineSettings.parse({});

/** Options of Cline. */
export function clineOptions(settings: ClineSettings): OwnOptions {
  const { window, maxInput, maxOutput, keep, cap, fixed } = settings;
  const kept = keep === initial.keep ? '' : `, preserveRecentTokens: ${literal(keep)}`;
  const code = [
    'const prepareTurn = createContextCompactionPrepareTurn({',
    '  providerId,',
    '  modelId,',
    '  providerConfig,',
    `  compaction: { enabled: true${kept} },`,
    '});',
  ];
  const place = { target: '@cline/core', language: 'typescript', sets: ['keep'] } as const;
  return {
    snippets: [codeSnippet(place, code, ['Cline compacts only where it is enabled.'])],
    fixed: {
      window: `Window ${formatInteger(window)}: contextWindow of the model in Cline’s catalogue.`,
      maxInput: `Input limit ${formatInteger(maxInput)}: maxInputTokens of the model in Cline’s catalogue.`,
      maxOutput: `Largest output ${formatInteger(maxOutput)}: maxTokens of the model in Cline’s catalogue.`,
      cap: `Correction cap ${cap}: a constant of Cline, 4; no option sets it.`,
      fixed: `System prompt and tools ${formatInteger(fixed)}: what yours take; no option sets it.`,
      summaryCap: 'The cap of the summary is the largest output; this one is Highwater’s.',
    },
  };
}
