/**
 * OpenCode's automatic compaction, first generation. anomalyco/opencode (formerly sst/opencode),
 * packages/opencode/src/session/compaction.ts at fd78ec63 (2026-02); policies.md §6.
 *
 * After each response: its total tokens at or above what is usable (input limit − reserved, or context
 * − largest output) compact everything, what its tools answered included, into one summary, with a
 * request to go on behind it. What came after the response is not counted. When a run ends, tool
 * results older than two turns and 40,000 tokens are cleared if that frees more than 20,000.
 *
 * Not modelled: the answer to the request to go on where the run had ended anyway; tools whose results
 * are never pruned (skill; names are not in the sizes); compaction on an overflow error.
 */
import * as z from 'zod';
import { opencodeDecision, OpencodeRun, opencodeForm, type CompactedRange } from './run';
import { opencodeSettings, type OpencodeSettings } from './settings';
import { definePolicy } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';

const settings = z.strictObject(opencodeSettings({ pruned: true }));

class FullOpencodeRun extends OpencodeRun<OpencodeSettings> {
  protected tail({ end }: CompactedRange): number {
    return end;
  }
}

/** OpenCode, v1. */
export const opencode = definePolicy({
  id: 'opencode',
  label: 'OpenCode v1',
  provenance: {
    system: 'OpenCode',
    repository: 'github.com/anomalyco/opencode',
    path: 'packages/opencode/src/session/compaction.ts',
    version: 'fd78ec63 (2026-02)',
    basis: 'documented',
  },
  decision: opencodeDecision,
  writes: 'opencode',
  traits: { summariserCache: 'written' },
  summariser: promptOf({
    source: 'packages/opencode/src/session/compaction.ts: the messages themselves',
  }),
  recordings: { format: /^opencode/ },
  adds: 'request to go on',
  settings,
  presets: [
    { id: 'reference', label: 'As coded', settings: {} },
    { id: 'no-prune', label: 'Without pruning', settings: { prune: false } },
    {
      id: 'input-limit',
      label: 'Model with an input limit of 272,000',
      settings: { window: 400_000, inputLimit: 272_000 },
    },
  ],
  form: opencodeForm,
  begin: (chosen, input) => new FullOpencodeRun(chosen, input),
});
