import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import { keptByRecording, keptByReplay, type Ranges } from '../evidence/kept';
import { advise, count, stepCount } from '../finding';

/** A compaction that keeps the first request and not the one at work: D20 of the field. */
export const staleRequest = defineDetector({
  id: 'stale-request',
  title: 'An old request is sent, the newest is not',
  definition:
    'A compaction keeps an older request of the user as it was written, and the newest only in its summary.',
  of: 'replay',
  find: ({ replay }) => {
    const { profile } = replay.session;
    return [
      ...drafts(profile, recordedCompactions(profile), keptByRecording(profile)),
      ...drafts(profile, replayedCompactions(replay), keptByReplay(replay)),
    ];
  },
});

function drafts(
  profile: Profile,
  compactions: readonly CompactionFacts[],
  keptOf: (one: CompactionFacts) => Ranges,
): readonly Draft[] {
  const newest = newestRequests(profile);
  const found = compactions.flatMap((one) => {
    const old = olderRequest(newest, profile, one, keptOf(one));
    return old === null ? [] : [{ ...one, ...old }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const at = found.map(({ step }) => step);
  return [
    {
      of: first.of,
      at,
      severity: 'warning',
      figures: [
        count('entry sent', first.older),
        count('entry summarised', first.latest),
        stepCount('compactions', at.length),
      ],
      sentence: `Entry ${formatInteger(first.older)}, an older request, is sent as it was written; entry ${formatInteger(first.latest)}, the newest, is only in the summary: ${stepList(at)}.`,
      advice: [advise('Keep the newest request of the user, or quote it behind the summary')],
      tab: 'request',
    },
  ];
}

/** For each number of leading entries, the newest request of the user among them; −1 for none. */
function newestRequests({ entries, entryCount }: Profile): Int32Array {
  const newest = new Int32Array(entryCount + 1).fill(-1);
  for (let i = 0; i < entryCount; i++) {
    const bits = byteAt(entries.flags, i);
    const said =
      (bits & entryFlag.turnStart) !== 0 &&
      (bits & (entryFlag.context | entryFlag.summaryHeader)) === 0;
    newest[i + 1] = said ? i : intAt(newest, i);
  }
  return newest;
}

/** An older request that stays where the newest does not; null otherwise. */
function olderRequest(
  newest: Int32Array,
  { steps }: Profile,
  { step, covered }: CompactionFacts,
  kept: Ranges,
): { readonly older: number; readonly latest: number } | null {
  const latest = intAt(newest, intAt(steps.entries, step));
  const stays = kept.some(([from, to]) => latest >= from && latest < to);
  if (latest < 0 || latest >= covered || stays) return null;
  for (const [from, to] of kept) {
    const older = intAt(newest, Math.min(to, latest));
    if (older >= from) return { older, latest };
  }
  return null;
}
