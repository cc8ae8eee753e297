import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { RECALL_EVIDENCE } from '@/lib/analysis/recall/evidence';
import { chanceKins } from '@/lib/analysis/recall/chance-session';
import type { MomentChoice } from '@/lib/analysis/recall/moments';
import {
  recallReport,
  type CompactionRecall,
  type RecordedRecall,
} from '@/lib/analysis/recall/recall-report';
import {
  chanceSourceWords,
  chanceWords,
  coveredWords,
  keptWords,
  leftOutWords,
  liveWords,
  momentWhat,
  momentWords,
  pinnedWords,
  rankWords,
  RECALL_BASIS,
  reworkWords,
  trailingWords,
  withinWords,
} from '@/lib/analysis/recall/recall-words';
import { sentence, type Block } from '../model/block';
import { defineQuestion, type OtherSession } from '../model/question';
import { recallSchema } from './parts/recall-schema';

/** What of the context is used again, and what compactions took of that. */
export const recall = defineQuestion({
  id: 'recall',
  title: 'What is used again',
  about:
    'Says what of a session’s context is named again later, and what of that its compactions and the replay’s covered: by names, seen with hindsight. Names that another session says too are taken off, as the chance level.',
  needs: ['names', 'other'],
  input: z.strictObject({}),
  output: z.object({
    available: z
      .boolean()
      .describe('false for a session of numbers alone: its names are not known'),
    against: z
      .object({ file: z.string(), name: z.string(), kin: z.enum(chanceKins) })
      .nullable()
      .describe('The session whose names are taken off'),
    ...recallSchema.partial().shape,
    lastNeeded: z.array(z.number()).optional().describe('The last step that needs each entry; −1'),
    steps: z.record(z.string(), z.array(z.number())).optional().describe('Values of every step'),
  }),
  long: ['lastNeeded', 'steps'],
  *run({ run, references, other }) {
    yield { done: 0, of: 1 };
    const taken = other === 'none' ? null : other;
    const told = { against: taken?.about ?? null, other };
    if (references === null) return { available: false, ...told, report: null };
    const { report, lastNeeded, steps } = recallReport(run, references, {
      other: taken?.names ?? null,
    });
    const columns = Object.entries(steps).map(([name, values]) => [
      name,
      [...(values as Float64Array)],
    ]);
    return {
      ...{ available: true, ...told, report, ...report },
      lastNeeded: [...lastNeeded],
      steps: Object.fromEntries(columns) as Record<string, number[]>,
    };
  },
  tell({ report, other }) {
    if (report === null) {
      return [line('Numbers only: names are not known, nor what is used again.')];
    }
    const texts = [
      liveWords(report),
      chanceWords(report, other === 'none' ? 'none' : 'another'),
      other === null || other === 'none' ? null : otherWords(other),
      momentWords(report.moments),
      ...withinLines(report.within),
      leftOutWords(report),
      trailingWords(report),
    ];
    return [
      ...lines(texts),
      ...report.recorded.flatMap(recordedBlocks),
      ...report.replayed.flatMap((one) => [
        line(''),
        line(`Replayed compaction at step ${formatInteger(one.step)}:`),
        ...compactionBlocks(one),
        ...neededTable(one),
      ]),
      ...[line(''), line(RECALL_BASIS), line(RECALL_EVIDENCE)],
    ];
  },
});

const line = (text: string): Block => sentence([text]);

const lines = (texts: readonly (string | null)[]): readonly Block[] =>
  texts.flatMap((text) => (text === null ? [] : [line(text)]));

/** "The other session is Fix the bug (other.jsonl), the longest recorded one of another trace." */
const otherWords = ({ about: { name, file, kin }, isChosen }: OtherSession): string =>
  `The other session is ${name} (${file}), ${chanceSourceWords(kin, isChosen)}.`;

function recordedBlocks(compaction: RecordedRecall): readonly Block[] {
  const rework = reworkWords(compaction.rework);
  return [
    line(''),
    line(`Recorded compaction at step ${formatInteger(compaction.step)}:`),
    ...compactionBlocks(compaction),
    line(`  ${keptWords(compaction)}`),
    ...(rework === null ? [] : [line(`  ${rework}`)]),
    ...compaction.pinned.map((row) => line(`  ${pinnedWords(row)}`)),
    ...neededTable(compaction),
  ];
}

function compactionBlocks(compaction: CompactionRecall): readonly Block[] {
  const texts = [
    coveredWords(compaction),
    rankWords(compaction.rank),
    ...withinLines(compaction.within),
  ];
  return lines(texts.map((text) => (text === null ? null : `  ${text}`)));
}

/** The moments that cover least, one a line. */
function withinLines(within: MomentChoice): readonly string[] {
  const words = withinWords(within);
  if (words === null) return [];
  const moments = within.best.map((one) => `  step ${formatInteger(one.step)}${momentWhat(one)}`);
  return [words, ...moments];
}

/** Rows of a table; the facts have all. */
const LISTED = 8;

function neededTable({ entries }: CompactionRecall): readonly Block[] {
  if (entries.length === 0) return [];
  const rows = entries
    .slice(0, LISTED)
    .map(({ entry, low, high, neededAt, names }) => [
      ...[entry, low, high, neededAt].map(formatInteger),
      namesText(names),
    ]);
  const more = entries.length - rows.length;
  const heads = ['entry', 'lines', 'whole', 'named at'].map((head) => ({ head, number: true }));
  return [
    { kind: 'table', columns: [...heads, { head: 'names' }], rows },
    ...(more > 0 ? [line(`${formatInteger(more)} more entries are named again.`)] : []),
  ];
}

const MOST_NAMES = 3;
const MOST_UNITS = 48;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => shortName(name));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${formatInteger(more)} more` : '');
}

/** A name of a recording on one line: its end says more of a path than its beginning. */
function shortName(name: string): string {
  const text = name.replaceAll(/[^ -~\p{L}\p{N}]/gu, '·');
  return text.length > MOST_UNITS ? `…${text.slice(1 - MOST_UNITS)}` : text;
}
