/** Roo Code's options: globalSettings of the settings that it exports and imports. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, when, type OwnOptions } from '@/lib/engine/policy/options';
import type { RooSettings } from './settings';

/** Options of Roo Code. */
export const rooOptions = ({
  window,
  autoCondense,
  percent,
  maxOutput,
}: RooSettings): OwnOptions => ({
  snippets: [
    jsonSnippet(
      {
        target: 'roo-code-settings.json',
        file: 'roo-code-settings.json',
        sets: ['autoCondense', 'percent'],
      },
      {
        globalSettings: {
          autoCondenseContext: autoCondense,
          ...when(autoCondense, { autoCondenseContextPercent: percent }),
        },
      },
      [
        'These keys are part of the file that Roo Code exports and imports; its settings page on context has them too.',
        'A profile’s own number in profileThresholds, from 5 to 100, replaces the percentage.',
      ],
    ),
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: that of the model, as its provider names it.`,
    maxOutput: `Largest output ${formatInteger(maxOutput)}: modelMaxTokens of the profile, or that of the model.`,
    condense: 'What condensing leaves came with the version.',
    summaryCap: 'Roo Code sets no cap; the model’s own limit is one.',
  },
});
