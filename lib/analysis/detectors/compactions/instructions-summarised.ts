import { counted } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { Replay } from '@/lib/engine/replay/replay';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { entryRanges } from '@/lib/analysis/explain/request-ranges';
import { advise, count, stepCount } from '../finding';

/** Instructions that stand in the log as entries and go into the summary with it. */
export const instructionsSummarised = defineDetector({
  id: 'instructions-summarised',
  title: 'Instructions and messages of agents go into the summary',
  definition:
    'A compaction covers entries in the user’s role that no user wrote: the agent’s instructions, the environment, messages of other agents.',
  of: 'replay',
  find: ({ replay }) => {
    const { flags } = replay.session.profile.entries;
    if (!flags.some((bits) => (bits & entryFlag.context) !== 0)) return null;
    const covered = replayedCompactions(replay).map(({ step }) => ({
      step,
      n: coveredAt(replay, step),
    }));
    const found = covered.filter(({ n }) => n > 0);
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    return {
      at,
      severity: 'info',
      figures: [count('entries', first.n), stepCount('compactions', at.length)],
      sentence: `${counted(first.n, 'entry', 'entries')} that no user wrote ${first.n === 1 ? 'is no longer sent as it was' : 'are no longer sent as they were'} written: ${stepList(at)}.`,
      advice: [
        advise('Put instructions in the system prompt, or send them again after a compaction'),
      ],
      tab: 'request',
    };
  },
});

/** Entries of the agent's own that a step's request no longer holds. */
function coveredAt(replay: Replay, step: number): number {
  const { flags } = replay.session.profile.entries;
  const covered = intAt(replay.columns.covered, step);
  let n = 0;
  for (const { fate, from, to } of entryRanges(replay, step)) {
    if (fate === 'sent') continue;
    for (let i = from; i < Math.min(to, covered); i++)
      if ((byteAt(flags, i) & entryFlag.context) !== 0) n++;
  }
  return n;
}
