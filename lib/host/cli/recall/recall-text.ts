import { formatInteger } from '@/lib/base/format';
import type {
  CompactionRecall,
  RecallReport,
  RecordedRecall,
} from '@/lib/analysis/recall/recall-report';
import {
  chanceWords,
  coveredWords,
  keptWords,
  leftOutWords,
  liveWords,
  momentWhat,
  momentWords,
  pinnedWords,
  rankWords,
  reworkWords,
  trailingWords,
  withinWords,
} from '@/lib/analysis/recall/recall-words';
import type { MomentChoice } from '@/lib/analysis/recall/moments';
import { nameOf, type NumberedSession } from '../choose-sessions';
import { left, right, textTable } from '@/lib/answers/print/text-table';
import { otherWords, type OtherSession } from './other-session';

/** What is used again of a session, and what each compaction took; report null: numbers alone. */
export function recallText(
  one: NumberedSession,
  report: RecallReport | null,
  other: OtherSession | 'none' | null,
): string {
  if (report === null) {
    return `${nameOf(one)}\nNumbers only: names are not known, nor what is used again.\n\n`;
  }
  const lines = [
    nameOf(one),
    liveWords(report),
    chanceWords(report, other === 'none' ? 'none' : 'another'),
    other === null || other === 'none' ? null : otherWords(other),
    momentWords(report.moments),
    ...withinLines(report.within),
    leftOutWords(report),
    trailingWords(report),
    ...report.recorded.flatMap(recordedLines),
    ...report.replayed.flatMap((compaction) => [
      '',
      `Replayed compaction at step ${formatInteger(compaction.step)}:`,
      ...compactionLines(compaction),
      ...neededTable(compaction),
    ]),
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n\n`;
}

function recordedLines(compaction: RecordedRecall): readonly (string | null)[] {
  return [
    '',
    `Recorded compaction at step ${formatInteger(compaction.step)}:`,
    ...compactionLines(compaction),
    `  ${keptWords(compaction)}`,
    indented(reworkWords(compaction.rework)),
    ...compaction.pinned.map((row) => `  ${pinnedWords(row)}`),
    ...neededTable(compaction),
  ];
}

const compactionLines = (compaction: CompactionRecall): readonly (string | null)[] => [
  `  ${coveredWords(compaction)}`,
  indented(rankWords(compaction.rank)),
  ...withinLines(compaction.within).map(indented),
];

/** The moments that cover least, one a line. */
function withinLines(within: MomentChoice): readonly string[] {
  const words = withinWords(within);
  if (words === null) return [];
  const moments = within.best.map((one) => `  step ${formatInteger(one.step)}${momentWhat(one)}`);
  return [words, ...moments];
}

const indented = (text: string | null): string | null => (text === null ? null : `  ${text}`);

/** Rows of a table; `--json` has all. */
const LISTED = 8;

function neededTable({ entries }: CompactionRecall): readonly string[] {
  if (entries.length === 0) return [];
  const rows = entries
    .slice(0, LISTED)
    .map(({ entry, low, high, neededAt, names }) => [
      formatInteger(entry),
      formatInteger(low),
      formatInteger(high),
      formatInteger(neededAt),
      namesText(names),
    ]);
  const more = entries.length - rows.length;
  return [
    textTable([...right('entry', 'lines', 'whole', 'named at'), ...left('names')], rows),
    ...(more > 0 ? [`${formatInteger(more)} more entries are named again.`] : []),
  ];
}

const MOST_NAMES = 3;
const MOST_UNITS = 48;

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => plain(name));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${formatInteger(more)} more` : '');
}

/** A name of a recording on one line: its end says more of a path than its beginning. */
function plain(name: string): string {
  const text = name.replaceAll(/[^ -~\p{L}\p{N}]/gu, '·');
  return text.length > MOST_UNITS ? `…${text.slice(1 - MOST_UNITS)}` : text;
}
