/** OpenClaw's options: `agents.defaults.compaction` of openclaw.json. */
import { formatInteger } from '@/lib/engine/base/format';
import { jsonSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { OpenclawSettings } from './policy';

const place = {
  target: 'openclaw.json',
  file: '~/.openclaw/openclaw.json',
  sets: ['reserve', 'keep', 'inTurns', 'flush', 'soft'],
} as const;

/** Options of OpenClaw's compaction and memory flush. */
export function openclawOptions(settings: OpenclawSettings): OwnOptions {
  const { window, reserve, keep, inTurns, flush, soft } = settings;
  const memoryFlush = flush ? { enabled: flush, softThresholdTokens: soft } : { enabled: flush };
  const compaction = {
    mode: inTurns ? 'default' : 'safeguard',
    reserveTokensFloor: reserve,
    keepRecentTokens: keep,
    memoryFlush,
  };
  return {
    snippets: [jsonSnippet(place, { agents: { defaults: { compaction } } })],
    fixed: {
      window: `Context window ${formatInteger(window)}: the model’s own.`,
      memory: 'What a flush writes is the model’s choice.',
      summaryCap: 'OpenClaw sets no cap; the model’s own limit is one.',
    },
  };
}
