import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { floatAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { measuredRatio } from '@/lib/analysis/explain/correction';
import { stepsOf } from '../evidence/decided';
import { advise, factor, stepCount } from '../finding';

/** Ordinary content moves the ratio by less. */
const JUMP = 2;

/** A correction that changes its mind: D24 of the field. */
export const correctionJumps = defineDetector({
  id: 'correction-jumps',
  title: 'The correction jumps',
  definition:
    'Between two neighbouring steps without a compaction, both with a measured ratio, the correction in use changes by more than 2×.',
  of: 'replay',
  find: ({ replay }) => {
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter((step) =>
      jumps(replay, step),
    );
    const [first] = at;
    if (first === undefined) return null;
    const [before, after] = [correctionAt(replay, first - 1), correctionAt(replay, first)];
    return {
      at,
      severity: 'warning',
      figures: [stepCount('jumps', at.length), factor('before', before), factor('after', after)],
      sentence: `${formatFactor(before)} at step ${formatInteger(first - 1)}, ${formatFactor(after)} at the next: the two counts of a ratio are not of the same request, or something hidden entered.`,
      advice: [
        advise('Look at what entered there: a large result or a tool definition moves the ratio'),
      ],
    };
  },
});

const correctionAt = ({ columns }: Replay, step: number): number =>
  floatAt(columns.correction, step);

function jumps(replay: Replay, step: number): boolean {
  if (step === 0 || replay.columns.compacted[step - 1] === 1) return false;
  if (Number.isNaN(measuredRatio(replay, step)) || Number.isNaN(measuredRatio(replay, step - 1)))
    return false;
  const [before, after] = [correctionAt(replay, step - 1), correctionAt(replay, step)];
  return before > 0 && after > 0 && Math.max(before / after, after / before) > JUMP;
}
