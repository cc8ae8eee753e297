import { reaches } from '@/lib/analysis/explain/ledger-decision';
import { stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { lostAt } from '@/lib/analysis/explain/request-ranges';
import { byteAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';

/** What a step's decision brought about, as bits; 0: the request went out as it was. */
export const effect = {
  compacted: 1,
  /** The request as sent overflows. */
  overflow: 2,
  /** The compaction left entries neither summarised nor sent. */
  lost: 4,
  /** The threshold was reached and nothing was compacted. */
  unchanged: 8,
  /** Entries were shortened or blanked. */
  pruned: 16,
  /** The provider refused the request, or of a request that nobody sent: it is larger than the limit. */
  refused: 32,
  /** A compaction was asked for and failed. */
  failed: 64,
} as const;

/** Words of the other bits, in the order in which a step lists them. */
const besides = [
  [effect.lost, 'loses entries'],
  [effect.pruned, 'prunes'],
] as const;

/** The policy's side, as every other surface names it. */
function sideWord(effects: number): string {
  if ((effects & effect.compacted) !== 0) return 'compacted';
  if ((effects & effect.failed) !== 0) return 'failed';
  return (effects & effect.unchanged) === 0 ? 'held' : 'held, reached';
}

/** "compacted, refused"; "held" where nothing came about. */
export function effectWords(effects: number): string {
  const others = besides.filter(([bit]) => (effects & bit) !== 0).map(([, word]) => word);
  const refused = (effects & effect.refused) !== 0;
  const over = refused ? ['refused'] : (effects & effect.overflow) !== 0 ? ['overflow'] : [];
  return [sideWord(effects), ...others, ...over].join(', ');
}

/** The effects of every step of a replay. */
export function stepEffects(replay: Replay): Uint8Array {
  const { marks, notes } = replay;
  const effects = new Uint8Array(marks.length);
  for (let step = 0; step < marks.length; step++) {
    const { policy, provider } = stepOutcome(replay, step);
    let bits = (byteAt(marks, step) & mark.overflow) === 0 ? 0 : effect.overflow;
    if (provider === 'refused') bits |= effect.refused;
    if (policy === 'failed') bits |= effect.failed;
    if (policy === 'compacted')
      bits |= effect.compacted | (lostAt(replay, step) > 0 ? effect.lost : 0);
    else if (reaches(replay, step)) bits |= effect.unchanged;
    effects[step] = bits;
  }
  for (const { step } of elisionsOf(replay, notes.elisions)) {
    if (step < effects.length) effects[step] = byteAt(effects, step) | effect.pruned;
  }
  return effects;
}

/** Elisions of a replay: its own, or the recording's under the policy that replays them. */
const elisionsOf = (
  { policy, session }: Replay,
  own: Replay['notes']['elisions'],
): readonly { readonly step: number }[] =>
  policy.traits.recording === true
    ? session.profile.head.compactions.filter(({ kind }) => kind === 'elision')
    : own;
