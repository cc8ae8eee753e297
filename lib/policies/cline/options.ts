/** Cline's options: `compaction` of @cline/core's prepare-turn (lib/conformance/cline.mjs). */
import { formatInteger } from '@/lib/base/format';
import { literal, type OwnOptions } from '../contract/options';
import { clineSettings, type ClineSettings } from './settings';

const initial = clineSettings.parse({});

/** Options of Cline. */
export function clineOptions({
  window,
  maxInput,
  maxOutput,
  keep,
  cap,
}: ClineSettings): OwnOptions {
  const fields = [
    'enabled: true',
    ...(keep === initial.keep ? [] : [`preserveRecentTokens: ${literal(keep)}`]),
  ];
  return {
    snippets: [
      {
        target: '@cline/core',
        language: 'typescript',
        file: null,
        by: 'setting',
        code: [
          'const prepareTurn = createContextCompactionPrepareTurn({',
          '  providerId,',
          '  modelId,',
          '  providerConfig,',
          `  compaction: { ${fields.join(', ')} },`,
          '});',
          '',
        ].join('\n'),
        sets: ['keep'],
        notes: ['Cline compacts only where it is enabled.'],
      },
    ],
    fixed: {
      window: `Window ${formatInteger(window)}: contextWindow of the model in Cline’s catalogue.`,
      maxInput: `Input limit ${formatInteger(maxInput)}: maxInputTokens of the model in Cline’s catalogue.`,
      maxOutput: `Largest output ${formatInteger(maxOutput)}: maxTokens of the model in Cline’s catalogue.`,
      cap: `Correction cap ${cap}: a constant of Cline, 4; no option sets it.`,
      summaryCap: 'The cap of the summary is the largest output; this one is Highwater’s.',
    },
  };
}
