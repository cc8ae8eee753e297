/**
 * OpenCode's compaction with a tail, as `opencode-ai` 1.18.33 does it: fixtures beside this file hold what
 * that binary did (lib/conformance made them). Before it: anomalyco/opencode, packages/opencode/src/
 * session/compaction.ts, `select`, about 2026-05, read in a fork's build (policies.md §6).
 *
 * As OpenCode v1, but the newest turns stay while they fit clamp(⌊usable × 0.25⌋, 2,000, 15,000) tokens:
 * all of them by default, at most `tail_turns` where configured. The first turn that does not fit is
 * split: its longest end that fits stays, cut between messages, so a call is never parted from its
 * result. A tail that would begin with the history is dropped: everything is summarised. Pruning is off
 * unless configured.
 *
 * A turn's size is the characters of its JSON ÷ 4, of pictures too, whose names no session here has. Not modelled: on an overflow error the last user's turn is sent again.
 */
import * as z from 'zod';
import { byteAt, sumBetween } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { BRACKETS, jsonCharacters } from './json-size';
import { opencodeDecision, OpencodeRun, opencodeForm, type CompactedRange } from './run';
import { opencodeSettings, opencodeUsable } from './settings';
import { definePolicy } from '@/lib/engine/policy/policy';
import { tokenSetting, wholeSetting } from '@/lib/engine/policy/settings';

const { response: RESPONSE, turnStart: TURN_START } = entryFlag;

/** Share of what is usable that the tail may take. */
const TAIL_SHARE = 0.25;

const settings = z.strictObject({
  ...opencodeSettings({ pruned: false }),
  tailTurns: wholeSetting(1_000, [0, 1_000], {
    label: 'Newest turns kept',
    unit: 'turns',
    description: 'compaction.tail_turns; 0: everything is summarised, 1,000: as many as fit',
  }),
  tailCounts: z.enum(['json', 'texts']).default('json').meta({
    label: 'Size of a turn',
    description:
      'json: its messages as JSON · texts: their contents alone, as Highwater counted first',
  }),
  tailLeast: tokenSetting(2_000, {
    label: 'Tail, at least',
    description: 'Tokens that stay as they are, however small the window',
  }),
  tailMost: tokenSetting(15_000, {
    label: 'Tail, at most',
    description: 'Tokens that stay as they are, however large the window',
  }),
});
type TailSettings = z.infer<typeof settings>;

/** Tokens the kept turns may take. */
export function opencodeTailBudget(chosen: TailSettings): number {
  const share = Math.floor(opencodeUsable(chosen) * TAIL_SHARE);
  return Math.min(chosen.tailMost, Math.max(chosen.tailLeast, share));
}

class TailOpencodeRun extends OpencodeRun<TailSettings> {
  /** Prefix sums of the characters of the entries' JSON. */
  readonly #json = jsonCharacters(this.input.profile);

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

  /** Tokens of the messages [from, to) of a turn. */
  #tokens(from: number, to: number): number {
    if (this.settings.tailCounts === 'texts') return this.tokensOf(from, to);
    return Math.round((BRACKETS + sumBetween(this.#json, from, to)) / 4);
  }
}

/** Source and settings of the tail as it was before 1.18.33. */
const PATH = 'packages/opencode/src/session/compaction.ts (a fork’s build)';
const FORK = { path: PATH, version: 'about 2026-05', basis: 'reconstructed' } as const;
const EARLY = { tailTurns: 2, tailCounts: 'texts' } as const;

/** OpenCode with a tail. */
export const opencodeTail = definePolicy<'opencode-tail', TailSettings>({
  id: 'opencode-tail',
  label: 'OpenCode v1 with a tail',
  provenance: {
    system: 'OpenCode',
    repository: 'github.com/anomalyco/opencode',
    path: 'packages/opencode/src/session/compaction.ts',
    version: '1.18.33',
    basis: 'exact',
    compared: { package: 'opencode-ai', version: '1.18.33', license: 'MIT', runs: 36 },
  },
  decision: opencodeDecision,
  writes: 'opencode',
  traits: { summariserCache: 'written' },
  recordings: { format: /^opencode/ },
  adds: 'request to go on',
  settings,
  presets: [
    { id: '1.18.33', label: 'As many turns as fit 15,000', settings: {} },
    {
      id: '1.14',
      label: '1.14 to 1.18.15: two turns within 8,000',
      settings: { tailTurns: 2, tailMost: 8_000 },
      provenance: {
        path: 'SessionCompaction.select of the released programs',
        version: '1.14.34, 1.15.13, 1.17.0, 1.17.9, 1.18.3 to 1.18.15',
        basis: 'documented',
        note: 'Read in nine released binaries, which were not run: the same code, with other constants. 1.18.17 keeps as many turns as fit 15,000.',
      },
    },
    {
      id: 'reference',
      label: 'About 2026-05: two turns within 8,000',
      settings: { ...EARLY, tailMost: 8_000 },
      provenance: FORK,
    },
    {
      id: '15000',
      label: 'Later: two turns within 15,000',
      settings: { ...EARLY, tailMost: 15_000 },
      provenance: { ...FORK, version: 'later builds, by a port' },
    },
    {
      id: 'prune',
      label: 'Two turns within 8,000, pruning configured',
      settings: { ...EARLY, tailMost: 8_000, prune: true },
      provenance: FORK,
    },
  ],
  form: opencodeForm,
  begin: (chosen, input) => new TailOpencodeRun(chosen, input),
});
