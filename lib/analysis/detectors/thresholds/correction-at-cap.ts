import { counted, formatFactor } from '@/lib/engine/base/format';
import { floatAt } from '@/lib/engine/base/read';
import { defineDetector } from '../detector';
import { measuredRatio } from '@/lib/analysis/explain/correction';
import { numberSetting, stepsOf } from '../evidence/decided';
import { factor, stepCount } from '../finding';

/** One step may be the beginning's. */
const FEWEST = 2;

/** A correction that is the cap, not a measurement: D24 of the field. */
export const correctionAtCap = defineDetector({
  id: 'correction-at-cap',
  title: 'The correction rests on its cap',
  definition: 'At 2 or more steps the correction is its cap, because the measured ratio is larger.',
  of: 'replay',
  find: ({ replay }) => {
    const cap = numberSetting(replay, 'cap');
    if (cap === null) return null;
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter(
      (step) =>
        floatAt(replay.columns.correction, step) === numberSetting(replay, 'cap', step) &&
        measuredRatio(replay, step) > floatAt(replay.columns.correction, step),
    );
    if (at.length < FEWEST) return null;
    const ratios = at.map((step) => measuredRatio(replay, step));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    return {
      at,
      severity: 'warning',
      figures: [
        factor('cap', cap),
        stepCount('at the cap', at.length),
        factor('least measured', least),
        factor('most measured', most),
      ],
      sentence: `${formatFactor(cap)} at ${counted(at.length, 'step')}; measured between ${formatFactor(least)} and ${formatFactor(most)}.`,
      detail:
        'A ratio far above what text costs is a prefix that is not counted: raising the cap helps where the prefix stays as it is, counting the prefix helps always.',
      advice: [
        {
          text: `Raise the cap to the largest measured, ${formatFactor(most)}`,
          settings: { cap: Math.ceil(most * 1e4) / 1e4 },
        },
        ...('capped' in replay.settings
          ? [{ text: 'Switch the cap off', settings: { capped: false } }]
          : []),
      ],
    };
  },
});
