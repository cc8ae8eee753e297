import { counted, formatInteger } from '@/lib/base/format';
import { intAt } from '@/lib/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/replay/replay';
import { defineDetector, type Draft } from '../detector';
import { stepsOf } from '../evidence/decided';
import { advise, count, stepCount, type Finding } from '../finding';

/** State of a compaction that did not survive: D22 of the field. */
export const watermarkLost = defineDetector({
  id: 'watermark-lost',
  title: 'The watermark is lost',
  definition:
    'What a compaction covered is sent again at a later step: the number of covered entries falls, in recorded state or in the replay.',
  of: 'replay',
  find: ({ replay }) => [
    ...drafts(recordedFalls(replay), 'recording'),
    ...drafts(replayedFalls(replay), 'replay'),
  ],
});

/** A fall of the watermark. */
interface Fall {
  readonly step: number;
  readonly before: number;
  readonly after: number;
}

function recordedFalls({ session }: Replay): readonly Fall[] {
  const falls: Fall[] = [];
  let before = 0;
  for (const { step, watermark } of session.profile.head.guard) {
    const after = watermark ?? 0;
    if (after < before) falls.push({ step, before, after });
    before = after;
  }
  return falls;
}

function replayedFalls(replay: Replay): readonly Fall[] {
  const { watermarkBefore, watermarkAfter } = replay.columns;
  const falls: Fall[] = [];
  for (let step = 1; step < stepsOf(replay); step++) {
    const [before, after] = [intAt(watermarkAfter, step - 1), intAt(watermarkBefore, step)];
    if (after < before) falls.push({ step, before, after });
  }
  return falls;
}

function drafts(falls: readonly Fall[], of: Finding['of']): readonly Draft[] {
  const [first] = falls;
  if (first === undefined) return [];
  const at = falls.map(({ step }) => step);
  const n = formatInteger;
  return [
    {
      of,
      at,
      severity: 'error',
      figures: [
        count('covered before', first.before),
        count('covered after', first.after),
        stepCount('times', at.length),
      ],
      sentence: `${counted(first.before, 'entry was', 'entries were')} covered, then ${n(first.after)}: ${stepList(at)}.`,
      detail:
        'The summary is gone, or no longer covers what it was written of: the next request is as large as before the compaction.',
      advice: [
        advise(
          'Store the state of a compaction with the session, not in memory, and for each agent apart',
        ),
      ],
    },
  ];
}
