import { formatInteger } from '@/lib/engine/base/format';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import { advise, count, type Finding } from '../finding';

/** A summary of a summary of a summary. */
const DEEP = 3;

/** Summaries of summaries: D27 of the field. */
export const summaryNesting = defineDetector({
  id: 'summary-nesting',
  title: 'A summary of a summary of a summary',
  definition: `The first entries have been summarised ${DEEP} times or more, each time with the summary before them.`,
  of: 'replay',
  find: ({ replay }) => [
    ...drafts(recordedCompactions(replay.session.profile), 'recording'),
    ...drafts(replayedCompactions(replay), 'replay'),
  ],
});

function drafts(all: readonly CompactionFacts[], of: Finding['of']): readonly Draft[] {
  const summaries = all.filter(({ summarised }) => summarised);
  // A compaction that covers nothing new writes no summary of the one before.
  const nested = summaries.filter(({ covered }, i) => covered > (summaries[i - 1]?.covered ?? 0));
  if (nested.length < DEEP) return [];
  const at = nested.slice(DEEP - 1).map(({ step }) => step);
  const sizes = nested.map(({ summaryBytes }) => summaryBytes).filter((bytes) => bytes > 0);
  const [first, last] = [sizes[0], sizes.at(-1)];
  const grew =
    first === undefined || last === undefined || sizes.length < 2
      ? ''
      : `; ${formatInteger(first)} bytes at first, ${formatInteger(last)} at last`;
  return [
    {
      of,
      at,
      severity: 'info',
      figures: [count('generations', nested.length)],
      sentence: `${formatInteger(nested.length)} generations: the first request has been retold ${formatInteger(nested.length)} times${grew}.`,
      advice: [
        advise(
          'Keep what must survive verbatim out of the summary: the first request, instructions, open tasks',
        ),
      ],
      tab: 'request',
    },
  ];
}
