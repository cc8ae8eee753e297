import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { lostAt } from '@/lib/analysis/explain/request-ranges';
import { stepsFrom } from '@/lib/analysis/explain/step-list';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { defineDetector } from '../detector';
import { stepsOf } from '../evidence/decided';
import { advise, count, stepCount } from '../finding';

/** Entries in neither summary nor tail; the user's own words among them: D20 of the field. */
export const lostEntries = defineDetector({
  id: 'lost-entries',
  title: 'Entries are neither summarised nor sent',
  definition: 'A request leaves out entries that no summary holds.',
  of: 'replay',
  find: ({ replay }) => {
    const { columns, session } = replay;
    const at = Array.from({ length: stepsOf(replay) }, (_, step) => step).filter(
      (step) =>
        intAt(columns.covered, step) > intAt(columns.summarised, step) && lostAt(replay, step) > 0,
    );
    const [first] = at;
    if (first === undefined) return null;
    const most = Math.max(...at.map((step) => lostAt(replay, step)));
    const { flags } = session.profile.entries;
    const lost = flags.subarray(intAt(columns.summarised, first), intAt(columns.covered, first));
    const words = lost.some((bits) => (bits & entryFlag.turnStart) !== 0);
    const rejected = at.some(
      (step) => ((session.profile.steps.flags[step] ?? 0) & stepFlag.rejected) !== 0,
    );
    return {
      at,
      severity: words ? 'error' : 'warning',
      ...(words ? { title: 'A user’s request is neither summarised nor sent' } : {}),
      figures: [count('entries', most), stepCount('steps', at.length)],
      sentence: `Up to ${counted(most, 'entry', 'entries')} ${stepsFrom(at.length, first)}${words ? ', the words of a user among them' : ''}${rejected ? '; one of these requests was refused' : ''}.`,
      advice: [
        advise(
          `Keep the newest request of the user; step ${formatInteger(first)} shows what is missing`,
        ),
      ],
      tab: 'request',
    };
  },
});
