import { formatInteger } from '@/lib/base/format';
import { intAt } from '@/lib/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/replay/replay';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import { advise, stepCount } from '../finding';

/** A call whose result comes after its summary: D10 of the field. */
export const pendingCall = defineDetector({
  id: 'pending-call-summarised',
  title: 'A call is summarised before its result',
  definition:
    'A compaction covers a call that has no result yet, and the result comes later: it is sent without its call.',
  of: 'replay',
  find: ({ replay }) => [
    ...drafts(replay, recordedCompactions(replay.session.profile)),
    ...drafts(replay, replayedCompactions(replay)),
  ],
});

function drafts(replay: Replay, all: readonly CompactionFacts[]): readonly Draft[] {
  const cut = all.flatMap((one) => {
    const result = lateResult(replay, one);
    return result < 0 ? [] : [{ ...one, result }];
  });
  const [first] = cut;
  if (first === undefined) return [];
  const at = cut.map(({ step }) => step);
  return [
    {
      of: first.of,
      at,
      severity: 'error',
      figures: [stepCount('compactions', at.length)],
      sentence: `The result in entry ${formatInteger(first.result)} answers a call that ${stepList(at)} summarised.`,
      advice: [advise('Wait for open calls, or keep them in the tail')],
      tab: 'request',
    },
  ];
}

/** The first entry after a compaction that answers a call it covers; −1 for none. */
function lateResult({ session, notes }: Replay, one: CompactionFacts): number {
  const { callOf, entryCount } = session.profile;
  const kept = notes.kept.findLast(({ step }) => step <= one.step)?.ranges ?? [];
  for (let entry = one.entries; entry < entryCount; entry++) {
    const call = intAt(callOf, entry);
    const stays = kept.some(([from, to]) => call >= from && call < to);
    if (call >= 0 && call < one.covered && !stays) return entry;
    // Calls are answered in order: from the first newer one on, none is older.
    if (call >= one.entries) return -1;
  }
  return -1;
}
