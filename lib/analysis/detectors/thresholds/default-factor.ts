import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { roundTo } from '@/lib/engine/base/round-to';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { numberSetting, stepsOf, tokenThresholdAt, valueAt } from '../evidence/decided';
import { advise, factor, stepCount, tokens } from '../finding';

/** A factor within this of the ratio is as good as a guess can be. */
const FAR = 2;

/** The factor that stands in for a measured ratio, against the first one that was measured. */
export const defaultFactor = defineDetector({
  id: 'default-factor',
  title: 'Default factor far from the first ratio',
  definition:
    'The default factor is more than twice, or less than half, of the first request’s real tokens per heuristic token.',
  of: 'replay',
  find: ({ replay }) => {
    const given = numberSetting(replay, 'factor');
    const first = firstRatio(replay);
    if (given === null || given <= 0 || first === null) return null;
    if (Math.max(first.ratio / given, given / first.ratio) <= FAR) return null;
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter((step) =>
      rests(replay, step),
    );
    if (at.length === 0) return null;
    const highest = Math.max(...at.map((step) => valueAt(replay, step)));
    const ratio = formatFactor(first.ratio);
    return {
      at,
      severity: 'info',
      figures: [
        factor('default factor', given),
        factor('first ratio', first.ratio),
        stepCount('steps that use it', at.length),
        tokens('highest decision by it', highest),
      ],
      sentence: `${formatFactor(given)} against ${ratio}; used at ${stepList(at)}, ${formatInteger(highest)} of ${formatInteger(tokenThresholdAt(replay, at[0] ?? 0))} at most.`,
      advice: [
        {
          text: `Set the factor to the first ratio, ${ratio}`,
          settings: { factor: roundTo(first.ratio, 4) },
        },
        advise(
          first.ratio > given
            ? 'Count what each request holds besides its entries: no factor stands in for it'
            : 'Look for what is counted and not charged, such as images: no factor makes up for it',
        ),
      ],
    };
  },
});

/** The first reported count per heuristic token of its own request. */
function firstRatio({ session, columns }: Replay): { readonly ratio: number } | null {
  const { real, flags } = session.profile.steps;
  const step = flags.findIndex((bits, i) => (bits & stepFlag.reported) !== 0 && intAt(real, i) > 0);
  const heuristic = step < 0 ? 0 : intAt(columns.heuristic, step);
  return heuristic > 0 ? { ratio: intAt(real, step) / heuristic } : null;
}

/** The step decides with the default factor: it has no count to measure a ratio with. */
const rests = (replay: Replay, step: number): boolean =>
  floatAt(replay.columns.correction, step) === numberSetting(replay, 'factor', step) &&
  intAt(replay.columns.lastReal, step) <= 0;
