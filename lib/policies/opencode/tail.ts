/**
 * OpenCode's compaction with a tail, about 2026-05: anomalyco/opencode, packages/opencode/src/session/
 * compaction.ts, `select`; read in a fork's build, its constants corroborated elsewhere (policies.md
 * §6). As OpenCode v1, but the newest two turns stay while they fit clamp(⌊usable × 0.25⌋, 2,000,
 * 8,000) tokens (15,000 in later builds). The first turn that does not fit is split: its longest end
 * that fits stays, cut between messages, so a call is never parted from its result. Pruning is off
 * unless configured.
 *
 * Turns are counted as bytes ÷ 4 of their contents; OpenCode counts their JSON, syntax included. Not
 * modelled: on an overflow error the last user's turn is sent again.
 */
import * as z from 'zod';
import { byteAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import { opencodeDecision, OpencodeRun, opencodeForm, type CompactedRange } from './run';
import { opencodeSettings, opencodeUsable } from './settings';
import { definePolicy } from '../contract/policy';
import { tokens } from '../contract/settings';

const { response: RESPONSE, turnStart: TURN_START } = entryFlag;

/** Share of what is usable that the tail may take. */
const TAIL_SHARE = 0.25;

const settings = z.strictObject({
  ...opencodeSettings({ pruned: false }),
  tailTurns: z.int().min(0).max(1_000).default(2).meta({
    label: 'Newest turns kept',
    unit: 'turns',
    description: 'compaction.tail_turns; 0: everything is summarised',
  }),
  tailLeast: tokens.default(2_000).meta({ label: 'Tail, at least', unit: 'tokens' }),
  tailMost: tokens.default(8_000).meta({ label: 'Tail, at most', unit: 'tokens' }),
});
type TailSettings = z.infer<typeof settings>;

/** Tokens the kept turns may take. */
export function opencodeTailBudget(chosen: TailSettings): number {
  const share = Math.floor(opencodeUsable(chosen) * TAIL_SHARE);
  return Math.min(chosen.tailMost, Math.max(chosen.tailLeast, share));
}

class TailOpencodeRun extends OpencodeRun<TailSettings> {
  protected tail({ from, end }: CompactedRange): number {
    const { flags } = this.input.profile.entries;
    let left = opencodeTailBudget(this.settings);
    let kept = end;
    let turn = end;
    for (let turns = 0; turns < this.settings.tailTurns; turns++) {
      const until = turn;
      while (turn > from && (turn === until || (byteAt(flags, turn) & TURN_START) === 0)) turn--;
      if (turn === until || (byteAt(flags, turn) & TURN_START) === 0) break;
      const size = this.#tokens(turn, until);
      if (size > left) {
        kept = this.#split(turn + 1, until, left) ?? kept;
        break;
      }
      left -= size;
      kept = turn;
    }
    // A tail that begins where the history does would leave nothing to summarise.
    return kept <= from ? end : kept;
  }

  /** The earliest message of a turn from which on it fits; undefined for none. */
  #split(from: number, until: number, budget: number): number | undefined {
    const { flags } = this.input.profile.entries;
    for (let entry = from; entry < until; entry++) {
      if ((byteAt(flags, entry) & RESPONSE) !== 0) continue;
      if (this.#tokens(entry, until) <= budget) return entry;
    }
    return undefined;
  }

  #tokens(from: number, to: number): number {
    const { sum } = this.input.requests.estimator;
    return sumBetween(sum, from, to);
  }
}

/** OpenCode with a tail. */
export const opencodeTail = definePolicy<'opencode-tail', TailSettings>({
  id: 'opencode-tail',
  label: 'OpenCode v1 with a tail',
  provenance: {
    system: 'OpenCode',
    repository: 'github.com/anomalyco/opencode',
    path: 'packages/opencode/src/session/compaction.ts (a fork’s build)',
    version: 'about 2026-05',
    basis: 'reconstructed',
  },
  decision: opencodeDecision,
  traits: {},
  adds: 'request to go on',
  settings,
  presets: [
    { id: 'reference', label: 'Two turns within 8,000', settings: {} },
    {
      id: '15000',
      label: 'Later: within 15,000',
      settings: { tailMost: 15_000 },
      provenance: { version: 'later builds, by a port', basis: 'reconstructed' },
    },
    { id: 'prune', label: 'Pruning configured', settings: { prune: true } },
  ],
  form: opencodeForm,
  begin: (chosen, input) => new TailOpencodeRun(chosen, input),
});
