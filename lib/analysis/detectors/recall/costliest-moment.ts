import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import type { CompactionRecall } from '@/lib/analysis/recall/recall-report';
import { tokenRange } from '@/lib/analysis/recall/recall-words';
import type { Draft } from '../detector';
import { advise, count, tokens, type Finding } from '../finding';
import { defineRecallDetector, stepOf } from './recall-detector';

/** Fewer moments tell nothing of the tenth that cost most. */
const FEWEST = 10;
/** The share of moments that cost less. */
const COSTLY = 0.9;

/** A compaction at a moment whose context was needed again more than at most others. */
export const costliestMoment = defineRecallDetector({
  id: 'costliest-moment',
  title: 'A compaction comes at one of the costliest moments',
  definition: `Of at least ${FEWEST} moments since the compaction before, with a request at least three quarters as large, ${formatPercent(COSTLY)} would have covered fewer tokens that are named again. All names count: what is found in a session does not depend on others.`,
  of: 'replay',
  find: ({ recall: { report } }) => [
    ...drafts('recording', report.recorded),
    ...drafts('replay', report.replayed),
  ],
});

function drafts(of: Finding['of'], all: readonly CompactionRecall[]): readonly Draft[] {
  const costly = all.filter(
    ({ rank, low }) => low > 0 && rank.steps >= FEWEST && rank.cheaper >= COSTLY * rank.steps,
  );
  const [first] = costly;
  if (first === undefined) return [];
  const at = costly.map(stepOf);
  const { rank, low, high } = first;
  const { steps, cheaper } = rank;
  return [
    {
      of,
      at,
      severity: 'info',
      figures: [
        tokens('named again, at least', low),
        count('moments', steps),
        count('cheaper', cheaper),
      ],
      sentence: `${of === 'recording' ? 'Compacted' : 'Compacts'} at ${stepList(at)}: ${tokenRange(low, high)} of what it covers are named again later; ${formatInteger(cheaper)} of ${counted(steps, 'other moment')} would have covered less.`,
      detail: 'Seen with hindsight: at the step itself nobody knew what would be named.',
      advice: [
        advise('Look for a cheaper moment: `highwater recall` names those that cover least'),
      ],
      tab: 'compactions',
    },
  ];
}
