import { formatInteger } from '@/lib/base/format';
import { floatAt } from '@/lib/base/read';
import { compactionBefore, reaches } from '@/lib/analysis/explain/ledger-decision';
import {
  isProjected,
  limitAt,
  overflowedAsRecorded,
  overflows,
} from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/replay/replay';
import { defineDetector } from '../detector';
import { comparesTokens, stepsOf, tokenThresholdAt, valueAt } from '../evidence/decided';
import { advise, tokens } from '../finding';

/** The provider's limit was met before the threshold: D18 of the field. */
export const refusedBelowThreshold = defineDetector({
  id: 'refused-below-threshold',
  title: 'Refused while every decision was below the threshold',
  definition:
    'A request is refused, or larger than the limit, and since the last compaction no decision reached the threshold.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter(
      (step) => overflows(replay, step) && highestBefore(replay, step) !== null,
    );
    const [first] = at;
    if (first === undefined) return null;
    const highest = highestBefore(replay, first) ?? 0;
    const threshold = tokenThresholdAt(replay, first);
    const limit = limitAt(replay, first);
    const sent = floatAt(replay.columns.real, first);
    const projected = isProjected(replay, first);
    const refused = !projected && overflowedAsRecorded(replay, first);
    const n = formatInteger;
    return {
      at,
      severity: 'error',
      ...(refused ? {} : { title: 'Overflows while every decision was below the threshold' }),
      figures: [
        tokens(projected ? 'sent, projected' : 'sent', sent),
        ...(limit === null ? [] : [tokens('limit', limit)]),
        tokens('highest decision', highest),
        tokens('threshold', threshold),
      ],
      sentence: `${projected ? '~' : ''}${n(sent)} sent${limit === null ? '' : `, limit ${n(limit)}`}; the highest decision was ${n(highest)} of ${n(threshold)}.`,
      detail:
        'The policy was never wrong about its own rule: what it compares is smaller than what is sent.',
      advice: [
        advise('Keep a larger reserve above the threshold than one step can grow by'),
        advise('Handle the provider’s refusal: compact and send again'),
      ],
    };
  },
});

/** The highest decision since the last compaction, up to a step; null where one reached the threshold. */
function highestBefore(replay: Replay, step: number): number | null {
  let highest = -1;
  for (let i = compactionBefore(replay, step) + 1; i <= step; i++) {
    if (reaches(replay, i)) return null;
    const value = valueAt(replay, i);
    if (value > highest) highest = value;
  }
  return highest < 0 ? null : highest;
}
