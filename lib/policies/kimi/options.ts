/** Options of Kimi Code: config.toml. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { KimiSettings } from './settings';

const place = {
  target: 'config.toml',
  language: 'toml',
  file: '~/.kimi-code/config.toml',
  sets: ['window', 'share', 'reserve', 'attempts'],
} as const;

/** Options of Kimi Code. */
export function kimiOptions(settings: KimiSettings): OwnOptions {
  const { window, share, reserve, attempts, keepUser, path } = settings;
  const code = [
    '[models."your-model"]',
    `max_context_size = ${literal(window)}`,
    '',
    '[loop_control]',
    `compaction_trigger_ratio = ${literal(share)}`,
    `reserved_context_size = ${literal(reserve)}`,
    `compaction_max_attempts = ${literal(attempts)}`,
  ];
  return {
    snippets: [codeSnippet(place, code)],
    fixed: {
      keepUser: `User messages kept ${formatInteger(keepUser)}: 20,000 in the code, without an option.`,
      path: `Path of ${formatInteger(path)} chars: it follows from the home folder and the session.`,
      summaryCap:
        'Kimi asks for up to 131,072 tokens; max_output_size of the model is another cap.',
    },
  };
}
