/** Letta's options: `compaction_settings` of an agent. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { LettaSettings } from './policy';

/** Options of Letta's sliding window. */
export function lettaOptions({ window, evicted, summaryCap }: LettaSettings): OwnOptions {
  const place = { target: 'agent', file: null, sets: ['window', 'evicted', 'summaryCap'] };
  const value = {
    llm_config: { context_window: window },
    compaction_settings: {
      mode: 'sliding_window',
      sliding_window_percentage: evicted,
      clip_chars: summaryCap * 4,
    },
  };
  return {
    snippets: [jsonSnippet(place, value)],
    fixed: {
      share: `The trigger is a constant: ${formatInteger(window)}, nine tenths of it for GPT-5.`,
    },
  };
}
