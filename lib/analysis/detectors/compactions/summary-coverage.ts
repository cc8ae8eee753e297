import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { sumBetween } from '@/lib/engine/base/read';
import { summarisedAt, type Contents } from '@/lib/analysis/explain/compaction/contents';
import { stepList } from '@/lib/analysis/explain/step-list';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { advise, share, stepCount, tokens } from '../finding';

/** A summariser whose input was cut to fit: the coverage of D11 of the field. */
export const summaryCoverage = defineDetector({
  id: 'summary-coverage',
  title: 'The summariser does not see all that it replaces',
  definition:
    'The policy leaves the oldest entries out of the summariser’s input so that it fits, and the summary replaces them all the same.',
  of: 'replay',
  find: ({ replay }) => {
    if (replay.policy.summariser === undefined) return null;
    const cut = replayedCompactions(replay).flatMap(({ step }) => {
      const one = coverageAt(replay, step);
      return one !== null && one.seen < one.all ? [{ step, ...one }] : [];
    });
    const [first] = cut;
    if (first === undefined) return null;
    const worst = cut.reduce((least, one) => (covered(one) < covered(least) ? one : least), first);
    const n = formatInteger;
    const { seen, all } = worst;
    return {
      at: cut.map(({ step }) => step),
      first: worst.step,
      severity: 'warning',
      figures: [
        share('seen', covered(worst)),
        tokens('seen', seen),
        tokens('replaced', all),
        stepCount('compactions', cut.length),
      ],
      sentence: `At step ${n(worst.step)} the summariser sees ${n(seen)} of ${n(all)} counted tokens that it replaces, ${formatPercent(covered(worst))}: ${stepList(cut.map(({ step }) => step))}.`,
      advice: [advise('Compact earlier: what the input has no room for is lost without a word')],
      tab: 'request',
    };
  },
});

interface Coverage {
  /** Counted tokens of the entries that a summary replaces, and of those that its writer sees. */
  readonly all: number;
  readonly seen: number;
}

const covered = ({ seen, all }: Coverage): number => seen / all;

/** Null where the policy gives its summariser everything that it replaces. */
function coverageAt(replay: Replay, step: number): Coverage | null {
  const budget = replay.policy.summariser?.budget(settingsAt(replay, step)) ?? null;
  if (budget === null) return null;
  const { all, given } = summarisedAt(replay, step);
  const size = ({ ranges }: Contents): number =>
    ranges.reduce((sum, [from, to]) => sum + sumBetween(replay.form.estimator.sum, from, to), 0);
  return { all: size(all), seen: size(given) };
}
