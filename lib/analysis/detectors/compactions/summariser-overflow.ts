import { formatInteger } from '@/lib/base/format';
import { intAt } from '@/lib/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { limitAt } from '@/lib/analysis/explain/step-events';
import { densityOf } from '@/lib/replay/projection/density';
import type { Replay } from '@/lib/replay/replay';
import { settingsAt } from '@/lib/replay/replay';
import { defineDetector } from '../detector';
import { replayedCompactions, type CompactionFacts } from '../evidence/compactions';
import { advise, stepCount, tokens } from '../finding';

/** A summariser that is given more than the model takes: D11 of the field. */
export const summariserOverflow = defineDetector({
  id: 'summariser-overflow',
  title: 'The summariser’s own request is too large',
  definition:
    'What a compaction gives the summariser is more than the model’s limit: the whole request, or its texts where the policy renders calls and results as a line each and does not cut its input.',
  of: 'replay',
  find: ({ replay }) => {
    if (replay.policy.traits.serverSide === true) return null;
    const found = replayedCompactions(replay).flatMap((one) => {
      const input = inputOf(replay, one);
      const limit = limitAt(replay, one.step);
      return input !== null && limit !== null && input > limit ? [{ ...one, input, limit }] : [];
    });
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const { input, limit } = first;
    return {
      at,
      severity: 'error',
      figures: [
        tokens('input', input),
        tokens('limit', limit),
        stepCount('compactions', at.length),
      ],
      sentence: `~${formatInteger(input)} tokens to summarise, limit ${formatInteger(limit)}: ${stepList(at)}.`,
      advice: [
        ...('truncate' in replay.settings
          ? [{ text: 'Cut the summariser’s input', settings: { truncate: true } }]
          : []),
        advise('Compact earlier: the summariser needs room for the request and its own answer'),
      ],
    };
  },
});

/** Real tokens that the summariser is given, projected; null where the policy cuts them to fit. */
function inputOf(replay: Replay, { step, before, entries }: CompactionFacts): number | null {
  if (replay.policy.guardState === undefined) return Math.round(before);
  if (settingsAt(replay, step)['truncate'] !== false) return null;
  const { profile, projection } = replay.session;
  let texts = 0;
  for (let entry = intAt(replay.columns.watermarkBefore, step); entry < entries; entry++) {
    texts += intAt(profile.entries.kinds.text, entry);
  }
  return Math.round(densityOf(profile, projection.densities, step).value * texts);
}
