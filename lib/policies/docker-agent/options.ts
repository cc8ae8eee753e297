/** Docker Agent's options: it has none but the switch of its command line. */
import { formatInteger } from '@/lib/engine/base/format';
import type { OwnOptions } from '@/lib/engine/policy/options';
import type { DockerAgentSettings } from './policy';

/** Options of Docker Agent. */
export const dockerAgentOptions = ({ window }: DockerAgentSettings): OwnOptions => ({
  snippets: [],
  fixed: {
    window: `Context limit ${formatInteger(window)}: the model’s own, of models.dev.`,
    share: 'contextThreshold is a constant of pkg/compaction, 0.9.',
    summaryCap: 'Docker Agent sets no cap; the model’s own limit is one.',
  },
});
