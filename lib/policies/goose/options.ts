/** goose's options: GOOSE_AUTO_COMPACT_THRESHOLD, in the environment or in config.yaml. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { GooseSettings } from './settings';

const place = {
  target: 'config.yaml',
  language: 'yaml',
  file: '~/.config/goose/config.yaml',
  sets: ['share'],
} as const;

/** Options of goose. */
export const gooseOptions = ({ share, window }: GooseSettings): OwnOptions => ({
  snippets: [codeSnippet(place, [`GOOSE_AUTO_COMPACT_THRESHOLD: ${share}`])],
  fixed: {
    window: `Context limit ${formatInteger(window)}: that of the model in goose’s own list, or GOOSE_CONTEXT_LIMIT.`,
    counts: 'What it counts came with the version.',
    summaryCap: 'goose sets no cap; the model’s own limit is one.',
  },
});
