import { formatInteger } from '@/lib/base/format';
import { RECALL_EVIDENCE } from '@/lib/analysis/recall/evidence';
import {
  recallReport,
  type CompactionRecall,
  type RecallReport,
  type RecordedRecall,
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
  RECALL_BASIS,
  reworkWords,
  trailingWords,
  withinWords,
} from '@/lib/analysis/recall/recall-words';
import type { MomentChoice } from '@/lib/analysis/recall/moments';
import { PRODUCER } from '@/lib/replay/engine';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import { ReferenceTable } from '@/lib/tokens/references/reference-table';
import { sessionReferences } from '@/lib/tokens/references/session-references';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, type ExitCode } from '../exit-code';
import { askedOf, askedReplay, type AskedOptions } from '../explain/asked-replay';
import { measureTrace, type MeasuredTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { left, right, textTable } from '../text-table';

/** Options of `recall`. */
export interface RecallCommandOptions extends AskedOptions {
  readonly against?: string;
}

/** A trace with the names of its entries. */
interface NamedTrace {
  readonly trace: MeasuredTrace;
  readonly table: ReferenceTable;
}

/** Prints what of the sessions of a trace is used again, and what compactions took from them. */
export async function recallCommand(
  file: string,
  given: RecallCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const { trace, table } = await readNamed(file, io);
  const other = given.against === undefined ? null : await largestIndex(given.against, io);
  const recalled = chooseSessions(trace.sessions, given.session).map((one) => {
    const { policy, settings, run } = askedReplay(one, asked);
    const index = sessionReferences(one.session.draft, table);
    const recall = index === null ? null : recallReport(run, index, { other });
    return { one, policy, settings, recall };
  });
  if (given.json === true) {
    const sessions = recalled.map(({ one, policy, settings, recall }) => ({
      number: one.number,
      name: one.session.draft.head.name,
      policy: policy.id,
      settings,
      available: recall !== null,
      ...(recall === null
        ? {}
        : { ...recall.report, lastNeeded: [...recall.lastNeeded], steps: columnsOf(recall.steps) }),
    }));
    io.out(`${JSON.stringify({ file, producer: PRODUCER, sessions })}\n`);
    return exitCode.clean;
  }
  for (const { one, recall } of recalled) io.out(recallText(one, recall?.report ?? null));
  io.out(`${RECALL_BASIS}\n${RECALL_EVIDENCE}\nComputed by ${PRODUCER}.\n`);
  return exitCode.clean;
}

async function readNamed(file: string, io: CliIo): Promise<NamedTrace> {
  const table = new ReferenceTable();
  const trace = await measureTrace(file, io.resolve(file), { references: table });
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  return { trace: trace.value, table };
}

/** The names of the longest session of a trace. */
async function largestIndex(file: string, io: CliIo): Promise<ReferenceIndex | null> {
  const { trace, table } = await readNamed(file, io);
  const [longest] = trace.sessions.toSorted(
    (a, b) => b.draft.entries.length - a.draft.entries.length,
  );
  return longest === undefined ? null : sessionReferences(longest.draft, table);
}

const columnsOf = (steps: object): Record<string, readonly number[]> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, values]) => [name, [...(values as Float64Array)]]),
  );

function recallText(one: NumberedSession, report: RecallReport | null): string {
  if (report === null) {
    return `${nameOf(one)}\nNumbers only: names are not known, nor what is used again.\n\n`;
  }
  const lines = [
    nameOf(one),
    liveWords(report),
    chanceWords(report),
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
