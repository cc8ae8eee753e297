import { formatProjected } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import { advise, stepCount, tokens } from '../finding';

/** A compaction that made the request larger: D12 of the field. */
export const compactionGrew = defineDetector({
  id: 'compaction-grew',
  title: 'A compaction made the request larger',
  definition: 'The request holds more tokens after a compaction than before it.',
  of: 'replay',
  find: ({ replay }) => [
    ...drafts(recordedCompactions(replay.session.profile)),
    ...drafts(replayedCompactions(replay)),
  ],
});

function drafts(all: readonly CompactionFacts[]): readonly Draft[] {
  const grew = all.filter(({ before, after }) => before >= 0 && after > before);
  const [first] = grew;
  if (first === undefined) return [];
  const { of, before, after, projected, askedProjected } = first;
  const at = grew.map((one) => one.step);
  return [
    {
      of,
      at,
      severity: 'warning',
      figures: [tokens('before', before), tokens('after', after), stepCount('grew', at.length)],
      sentence: `${formatProjected(before, askedProjected)} became ${formatProjected(after, projected)} tokens: ${stepList(at)}.`,
      advice: [
        advise('Compact later, or cap the summary below what it replaces'),
        advise(
          'Compare what is put back with what was removed: files and reminders may weigh more',
        ),
      ],
    },
  ];
}
