/** Sections of /method on the request behind a compaction. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { LINE_BYTES } from '@/lib/policies/claude-code/reattached';
import { claudeCodeSettings } from '@/lib/policies/claude-code/settings';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import {
  ENOUGH_ROWS,
  measuredSizes,
  type SizeRow,
  type SizeTable,
  type Spread,
} from '@/lib/engine/sizes/size-table';
import { findPolicy } from '@/lib/policies/registry';
import { imageSection } from './image-section';
import { numbers, words, type MethodSection, type MethodTable } from './section';

/** A session's first request has more than 0 tokens: no row is left out. */
const NO_SESSION = -1;

const spreadText = (spread: Spread): readonly string[] => [
  formatInteger(spread.value),
  `${formatInteger(spread.low)} to ${formatInteger(spread.high)}${spread.n < ENOUGH_ROWS ? ', assumed' : ''}`,
  formatInteger(spread.n),
];

/** What a table of sizes measures of each agent: median, p10 to p90 and n of every quantity. */
export function sizesTable(table: SizeTable): MethodTable {
  const agents = [...new Set(table.rows.map(({ agent }) => agent))];
  return {
    caption: `Recorded compactions, table ${table.id}`,
    columns: [
      words('agent'),
      words('measured'),
      numbers('median'),
      numbers('p10 to p90'),
      numbers('n'),
      numbers('sessions'),
    ],
    rows: agents.flatMap((id) => {
      const rows = table.rows.filter((row) => row.agent === id);
      const agent = findPolicy(id)?.label ?? id;
      const sessions = (known: (row: SizeRow) => boolean): string =>
        formatInteger(new Set(rows.filter(known).map(({ first }) => first)).size);
      const sizes = measuredSizes(table, id, NO_SESSION);
      if (sizes === null) return [];
      const measured: readonly (readonly [string, Spread | null, (row: SizeRow) => boolean])[] = [
        ['summary, bytes', sizes.summaryBytes, () => true],
        ['came back, tokens', sizes.back, ({ back }) => back !== null],
        ['came back beside files, tokens', sizes.rest, ({ rest }) => rest !== null],
      ];
      return measured.flatMap(([what, spread, known]) =>
        spread === null ? [] : [[agent, what, ...spreadText(spread), sessions(known)]],
      );
    }),
  };
}

const evidenceOf = ({ id, rows }: SizeTable, agent: string): string =>
  `${counted(rows.filter((row) => row.agent === agent).length, 'recorded compaction')} of table ${id}`;

/** The sections, over the newest table of sizes. */
export function compactionSections(table: SizeTable = newest()): readonly MethodSection[] {
  const { files, fileTokens } = claudeCodeSettings.parse({});
  const n = counted(table.rows.filter(({ agent }) => agent === 'claude-code').length, 'compaction');
  const known = measuredSizes(table, 'claude-code', NO_SESSION)?.rest?.n ?? 0;
  const withFiles = `${counted(known, 'compaction')} with known files`;
  const summaries: MethodSection = {
    id: 'summaries',
    title: 'Summaries',
    lead: 'The text of a summary cannot be written again offline. Its size is a named model, and every result says which.',
    tables: [sizesTable(table)],
    assumptions: [
      {
        claim:
          'The summary of an agent whose compactions were recorded has their median size; one without any has the median of all agents.',
        evidence: `${evidenceOf(table, 'claude-code')}. The table is named and hashed, and part of links, exports and runs: the same link shows the same numbers. A session’s own rows are left out.`,
        n,
        fails:
          'A version or model that writes longer summaries: rows of all versions and models of an agent are one spread.',
      },
      {
        claim:
          'A policy without recorded compactions, such as ContextGuard, writes as much as its cap allows.',
        evidence:
          'None: it is the worst case. The page says assumed, and shows 10 % and 50 % of the cap beside it.',
        n: '0 compactions',
        fails: 'Recorded summaries are shorter than their caps.',
      },
      {
        claim: 'Summaries and continuations sized in bytes cost density × heuristic, as text does.',
        evidence: 'The steps that the density is learnt from, images taken off.',
        n: 'each session’s own steps',
        fails: 'A summary in another language than the log.',
      },
    ],
  };
  const back: MethodSection = {
    id: 'files',
    title: 'What comes back',
    lead: 'Behind a summary agents put files, reminders and lists again. A policy puts back only what its own agent does.',
    tables: [],
    assumptions: [
      {
        claim: `Claude Code shows again the ${formatInteger(files)} newest files that its tools read or wrote, those seen whole and of at most ${formatInteger(fileTokens)} tokens; each line with its number, ${LINE_BYTES} bytes more; the plan as well.`,
        evidence:
          'Tool results name the files. With the rule, what is left to measure varies less: “came back beside files” against “came back” in the table above.',
        n: withFiles,
        fails: 'Files that only a shell command touched, and files changed since, are not known.',
      },
      {
        claim:
          'The rest that comes back, reminders and todo lists, has the median of recorded compactions.',
        evidence: 'The recorded request less prefix, summary, kept entries and files.',
        n: withFiles,
        fails:
          'It may be negative: the density of the summary and the files carries its own error.',
      },
    ],
  };
  return [summaries, back, imageSection];
}

function newest(): SizeTable {
  const table = sizeTables.at(-1);
  if (table === undefined) throw new Error('A build ships a table of sizes');
  return table;
}
