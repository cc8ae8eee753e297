import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { failureText } from '@/lib/engine/replay/observed/observe';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { windowAt } from '../evidence/decided';
import { advise, share, stepCount, tokens } from '../finding';

/** Compactions of the recording that changed nothing, each with its reason. */
export const compactionFailed = defineDetector({
  id: 'compaction-failed',
  title: 'A recorded compaction failed',
  definition: 'The recording says that a compaction was tried and changed nothing.',
  of: 'recording',
  find: ({ replay }) => {
    const { head, stepCount: all } = replay.session.profile;
    const { failedCompactions } = head;
    const [first] = failedCompactions;
    if (first === undefined || all === 0) return null;
    const at = [...new Set(failedCompactions.map(({ step }) => Math.min(step, all - 1)))];
    const held = first.preTokens ?? newestReal(replay, first.step);
    const window = windowAt(replay, Math.min(first.step, all - 1));
    const n = formatInteger;
    const part = held > 0 && window !== null ? held / window : null;
    const of =
      part === null ? '' : `, ${formatPercent(floored(part))} of the window of ${n(window ?? 0)}`;
    const size = held > 0 ? ` at ${n(held)} tokens${of}` : '';
    const who = first.trigger === 'manual' ? 'A manual compaction' : 'A compaction';
    const where = first.step < all ? `step ${n(first.step)}` : 'the last step';
    const more = at.length > 1 ? ` It failed at ${stepList(at)}.` : '';
    const why = failureText(first.reason).replace(/^The recorded compaction failed(?:: )?/, '');
    return {
      at,
      severity: 'error',
      figures: [
        ...(held > 0 ? [tokens('request before it', held)] : []),
        ...(part === null ? [] : [share('of the window', part)]),
        stepCount('failed', failedCompactions.length),
      ],
      sentence: `${who} failed ${first.step < all ? 'before' : 'behind'} ${where}${size}${why === '.' ? '.' : `: ${why}`}${more}`,
      advice: [
        advise(
          'Compact while the summariser’s own request, the history and its instruction, fits into the window',
        ),
        advise('Start a new session with a summary made by hand where it cannot be compacted'),
      ],
      tab: 'compactions',
    };
  },
});

/** Never more than it is, to the digits that are printed. */
const floored = (part: number): number => {
  const digits = part < 0.1 ? 1_000 : 100;
  return Math.floor(part * digits) / digits;
};

/** The newest count before a step; −1 for none. */
function newestReal({ session }: Replay, step: number): number {
  const { real } = session.profile.steps;
  for (let i = step - 1; i >= 0; i--) if (intAt(real, i) >= 0) return intAt(real, i);
  return -1;
}
