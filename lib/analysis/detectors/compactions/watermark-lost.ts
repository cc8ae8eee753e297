import { counted, formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { stepList } from '@/lib/analysis/explain/step-list';
import { runGrowths } from '@/lib/analysis/explain/growth/session-growth';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector, type Draft } from '../detector';
import { recordedCompactions } from '../evidence/compactions';
import { stepsOf } from '../evidence/decided';
import { advise, count, stepCount, tokens, type Finding } from '../finding';

/** State of a compaction that did not survive: D22 of the field. */
export const watermarkLost = defineDetector({
  id: 'watermark-lost',
  title: 'The watermark is lost',
  definition:
    'What a compaction covered is sent again at a later step: the number of covered entries falls, in recorded state or in the replay; or a recorded request is back at 80 % of what a recorded compaction removed, and no entry explains it.',
  of: 'replay',
  find: ({ replay }) => [
    ...(replay.session.profile.head.guard.length > 0
      ? drafts(recordedFalls(replay), 'recording')
      : comebacks(replay)),
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

/** Only of a watermark with a summary: a policy that drops may take it all back, and choose anew. */
function replayedFalls(replay: Replay): readonly Fall[] {
  const { watermarkBefore, watermarkAfter, injected } = replay.columns;
  const falls: Fall[] = [];
  for (let step = 1; step < stepsOf(replay); step++) {
    const [before, after] = [intAt(watermarkAfter, step - 1), intAt(watermarkBefore, step)];
    if (after < before && byteAt(injected, step - 1) === 1) falls.push({ step, before, after });
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

/** So much of what a compaction removed is back at once, and not much more. */
const BACK = 0.8;
const BACK_MOST = 1.25;
/** Less removed may be reminders that come and go. */
const LEAST_REMOVED = 5_000;

/** Recorded requests that hold again what a recorded compaction removed. */
function comebacks({ session }: Replay): readonly Draft[] {
  const compactions = recordedCompactions(session.profile);
  const found = runGrowths(session).flatMap(({ step, unexplained }) => {
    const next = firstWhere(0, compactions.length, (k) => (compactions[k]?.step ?? 0) >= step);
    const last = compactions[next - 1];
    const removed = last === undefined || last.before < 0 ? 0 : last.before - last.after;
    const back =
      removed >= LEAST_REMOVED &&
      unexplained >= BACK * removed &&
      unexplained <= BACK_MOST * removed;
    return back && last !== undefined ? [{ step, unexplained, removed, of: last.step }] : [];
  });
  const [first] = found;
  if (first === undefined) return [];
  const at = found.map(({ step }) => step);
  const n = formatInteger;
  return [
    {
      of: 'recording',
      at,
      severity: 'error',
      title: 'What was compacted is sent again',
      figures: [
        tokens('removed', first.removed),
        tokens('back', first.unexplained),
        stepCount('times', at.length),
      ],
      sentence: `Step ${n(first.of)} removed ${n(first.removed)} tokens; ${n(first.unexplained)} that are in no new entry are back: ${stepList(at)}.`,
      advice: [advise('Look for two processes on one session, or a summary that was not stored')],
    },
  ];
}
