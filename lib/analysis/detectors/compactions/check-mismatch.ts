import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { comparesTokens, tokenThresholdAt } from '../evidence/decided';
import { advise, stepCount, tokens } from '../finding';

/** A check after the compaction that the next decision does not share: D23 of the field. */
export const checkMismatch = defineDetector({
  id: 'check-mismatch',
  title: 'The compacted request passes the check and is above the threshold',
  definition:
    'After a compaction the policy’s own count of the request is below the threshold; its real tokens, or that count with the correction of the next decision, are at or above it.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const { heuristicSent, real } = replay.columns;
    const found = replayedCompactions(replay).filter(({ step, after }) => {
      const threshold = tokenThresholdAt(replay, step);
      return (
        intAt(heuristicSent, step) < threshold &&
        (after >= threshold || triggerAt(replay, step) >= threshold)
      );
    });
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const { step, projected } = first;
    const n = formatInteger;
    const checked = intAt(heuristicSent, step);
    const threshold = tokenThresholdAt(replay, step);
    const sent = floatAt(real, step);
    const trigger = triggerAt(replay, step);
    const how =
      sent >= threshold
        ? `sent as ${projected ? '~' : ''}${n(sent)} of ${n(threshold)}`
        : `the next decision takes the same request for ${n(trigger)} of ${n(threshold)}`;
    return {
      at,
      severity: 'error',
      figures: [
        tokens('checked', checked),
        tokens(projected ? 'real, projected' : 'real', sent),
        ...(sent >= threshold ? [] : [tokens('next decision’s count of it', trigger)]),
        tokens('threshold', threshold),
        stepCount('compactions', at.length),
      ],
      sentence: `Checked as ${n(checked)}, ${how}: ${stepList(at)}.`,
      advice: [advise('Check with what decides: count the prefix, or multiply by the correction')],
    };
  },
});

/** The compacted request as the next decision counts it by its correction; −1 where it takes a count. */
function triggerAt({ columns }: Replay, step: number): number {
  const next = step + 1;
  if (next >= columns.correction.length || intAt(columns.lastReal, next) > 0) return -1;
  const correction = floatAt(columns.correction, next);
  return Number.isNaN(correction)
    ? -1
    : Math.trunc(intAt(columns.heuristicSent, step) * correction);
}
