import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { ReworkCall } from '@/lib/analysis/recall/rework';
import { advise, count, tokens } from '../finding';
import { defineRecallDetector, type RecallEvidence } from './recall-detector';

/** Fewer may be a look at what was just written about. */
const FEWEST = 2;

/** Files that were read again, unchanged, because a compaction took them out of the context. */
export const filesReread = defineRecallDetector({
  id: 'files-reread',
  title: 'Files are read again after a compaction',
  definition: `At least ${FEWEST} reads after a recorded compaction repeat a read that it covered, with the same arguments and the same result, and nothing was written between.`,
  of: 'recording',
  find: (evidence) => {
    const reads = evidence.recall.report.recorded.flatMap(({ rework }) =>
      rework.filter((one) => one.reads),
    );
    if (reads.length < FEWEST) return null;
    const size = reads.reduce((sum, one) => sum + one.tokens, 0);
    const files = filesOf(evidence, reads);
    const behind = [...new Set(reads.map(({ compaction }) => compaction))];
    return {
      at: [...new Set(reads.map(({ step }) => step))].sort((a, b) => a - b),
      severity: 'warning',
      figures: [count('reads', reads.length), count('files', files), tokens('read again', size)],
      sentence: `${counted(reads.length, 'read')} of ${counted(files, 'file')} that the compaction at ${stepList(behind)} had covered, unchanged: ${formatInteger(size)} tokens that stood in the context before.`,
      advice: [advise('Keep what is read again: name files in the summary, or attach them to it')],
      tab: 'compactions',
    };
  },
});

/** The number of different files; a read that names none counts as one of its own. */
function filesOf({ references }: RecallEvidence, reads: readonly ReworkCall[]): number {
  const { subject, same } = references.calls;
  const named = reads.map(({ call }) => {
    const name = intAt(subject, call);
    return name < 0 ? `call ${intAt(same, call)}` : `name ${name}`;
  });
  return new Set(named).size;
}
