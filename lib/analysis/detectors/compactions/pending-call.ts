import { formatInteger } from '@/lib/engine/base/format';
import { intAt, numberAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import { keptUpTo } from '../evidence/kept';
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
  const { callOf } = replay.session.profile;
  const results = [...callOf.keys()].filter((i) => intAt(callOf, i) >= 0);
  const cut = all.flatMap((one) => {
    const result = lateResult(replay, results, one);
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

/** The first of the results after a compaction that answers a call it covers; −1 for none. */
function lateResult(replay: Replay, results: readonly number[], one: CompactionFacts): number {
  const kept = keptUpTo(replay, one.step);
  for (let i = firstAtLeast(results, one.entries); i < results.length; i++) {
    const entry = numberAt(results, i);
    const call = intAt(replay.session.profile.callOf, entry);
    // Calls are answered in order: from the first newer one on, none is older.
    if (call >= one.entries) return -1;
    const stays = kept.some(([from, to]) => call >= from && call < to);
    if (call < one.covered && !stays) return entry;
  }
  return -1;
}
