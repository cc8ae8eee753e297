import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import type { MeasuredCompaction } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { comparesTokens, tokenThresholdAt } from '../evidence/decided';
import { advise, share, stepCount, tokens } from '../finding';

/** What counts differ by for other reasons: a request in flight, an output counted in. */
const NEAR = 0.05;

/** Recorded compactions that its own policy's threshold does not explain: D25 of the field. */
export const recordedThreshold = defineDetector({
  id: 'recorded-threshold',
  title: 'Recorded compactions do not fit the threshold',
  definition:
    'The policy models the recorded agent, which compacted by itself and wrote down its count: more than 5 % below the threshold, or after an earlier real of the same run was more than 5 % above it.',
  of: 'replay',
  find: ({ replay }) => {
    const found = misfits(replay);
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const { step, count, threshold } = first;
    const n = formatInteger;
    const off = (count - threshold) / threshold;
    return {
      at,
      severity: 'info',
      figures: [
        tokens('recorded', count),
        tokens('threshold', threshold),
        share('off', off),
        stepCount('compactions', at.length),
      ],
      sentence: `${n(count)} recorded before the compaction at step ${n(step)}, ${formatPercent(Math.abs(off))} ${off < 0 ? 'below' : 'above'} the threshold of ${n(threshold)}: ${stepList(at)}.`,
      advice: [
        advise('Set the threshold that the agent was configured with, or its version’s preset'),
      ],
    };
  },
});

interface Misfit {
  readonly step: number;
  readonly count: number;
  readonly threshold: number;
}

function misfits(replay: Replay): readonly Misfit[] {
  const { policy, session } = replay;
  const { head, stepCount: all } = session.profile;
  if (!comparesTokens(replay) || policy.recordings?.format.test(head.source) !== true) return [];
  // What it counts is not all in the recording: its own count is no measure of the threshold.
  if ((policy.recordings.lacks?.(session.profile) ?? null) !== null) return [];
  const summaries = head.compactions.filter(({ kind, step }) => kind === 'summary' && step < all);
  return summaries.flatMap((one, i): readonly Misfit[] => {
    // Without the agent's own count nothing is compared: a real is not what every agent counts.
    if (one.trigger !== 'auto' || one.preTokens === null) return [];
    if (replay.columns.compacted[one.step] === 1) return [];
    const threshold = tokenThresholdAt(replay, one.step);
    if (threshold <= 0) return [];
    const count = one.preTokens;
    const earlier = highestBefore(replay, one, summaries[i - 1]?.step ?? 0);
    const early = count < (1 - NEAR) * threshold;
    const late = earlier > (1 + NEAR) * threshold;
    return early || late ? [{ step: one.step, count: late ? earlier : count, threshold }] : [];
  });
}

/** The highest real of a run before its newest, which the compaction answers; −1 for none. */
function highestBefore({ session }: Replay, { step }: MeasuredCompaction, from: number): number {
  const { real } = session.profile.steps;
  let [last, highest] = [-1, -1];
  for (let i = from; i < step; i++) {
    if (intAt(real, i) < 0) continue;
    highest = Math.max(highest, last);
    last = intAt(real, i);
  }
  return highest;
}
