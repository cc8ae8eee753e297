import { counted, formatInteger } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { count } from '../finding';
import { defineRecallDetector, stepOf } from './recall-detector';

/** Entries behind a compaction below which nothing can be said of what is needed again. */
const FEWEST = 20;

/** A recorded compaction whose summary holds every name that is needed again. */
export const nothingLost = defineRecallDetector({
  id: 'nothing-lost',
  title: 'Nothing worth keeping was lost',
  definition: `No name that a recorded compaction covers and its summary lacks is named again in the at least ${FEWEST} entries behind it, and no call is repeated.`,
  of: 'recording',
  find: ({ recall }) => {
    const whole = recall.report.recorded.filter(
      ({ lost, rework, seen, covered }) =>
        lost === 0 && rework.length === 0 && seen >= FEWEST && covered > 0,
    );
    const [first] = whole;
    if (first === undefined) return null;
    const at = whole.map(stepOf);
    const named = first.names.length;
    const kept =
      named === 0
        ? 'nothing that it covers is named again'
        : `its summary holds all of the ${counted(named, 'name')} that are named again`;
    return {
      at,
      severity: 'info',
      figures: [count('names', named), count('entries behind it', first.seen)],
      sentence: `The compaction at ${stepList(at)} lost nothing by name: ${kept} in the ${formatInteger(first.seen)} entries behind it.`,
      detail: 'What is used again without its name is not seen.',
      advice: [],
      tab: 'compactions',
    };
  },
});
