import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { shortHash } from '@/lib/engine/base/text-hash';
import { compareSizes } from '@/lib/analysis/score/tables/size-comparison';
import { shrunkRows, type Shrunk } from '@/lib/analysis/score/tables/shrunk-rows';
import { contradicts, type TableLine } from '@/lib/analysis/score/tables/table-line';
import { isTableName, parseFrozenTable, writeFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import {
  distinct,
  evidenceOf,
  fittedTables,
  type SessionEvidence,
} from '../tables/measured-tables';
import { gather } from '../tables/sources';
import { tableNames, type TableName } from '../tables/table-names';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/** Options of `tables`. */
interface TablesCommandOptions {
  /** Files, folders, archives, or the word for the library. */
  readonly from: readonly string[];
  /** Name of a frozen table of sizes. */
  readonly name?: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

/** A table measured again. */
interface MeasuredTable {
  readonly lines: readonly TableLine[];
  /** As the product ships it, or a frozen table's file; empty for a table of sizes without a name. */
  readonly text: string;
  readonly hash: string;
  /** What was taken of each agent, in a sentence. */
  readonly notes?: readonly string[];
}

/**
 * Measures the shipped tables again, prints them in the form in which they are shipped, and how far
 * they are from those; with `--check` only that, and fails where a shipped value is contradicted.
 */
export async function tablesCommand(
  which: TableName | undefined,
  options: TablesCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const { from, name, check = false, json = false } = options;
  const isWritten = !check && !json;
  if (which === 'sizes' && isWritten && name === undefined) {
    throw new UsageError('A table has a name: --name team-2026-11.');
  }
  if (name !== undefined && !isTableName(name)) {
    throw new UsageError(`--name "${name}": letters, digits and dashes, at most 60.`);
  }
  const { found, failed } = await gather(from, io, evidenceOf);
  if (found.length === 0 && failed === 0) throw new InputError('There is no recorded session.');
  const measured = new Map(
    (which === undefined ? tableNames : [which]).map(
      (one) => [one, measure(one, found, name)] as const,
    ),
  );
  const wrong = [...measured.values()].flatMap(({ lines }) => lines.filter(contradicts));
  if (json) io.out(jsonText(measured, found.length));
  else if (check) io.out(`${[...measured].map(comparison).join('\n')}\n${checkText(wrong)}`);
  else write(measured, io);
  if (failed > 0) return exitCode.unreadable;
  return check && wrong.length > 0 ? exitCode.checkFailed : exitCode.clean;
}

function measure(
  which: TableName,
  sessions: readonly SessionEvidence[],
  name: string | undefined,
): MeasuredTable {
  if (which !== 'sizes') {
    const { lines, text } = fittedTables[which](distinct(sessions));
    return { lines, text, hash: text.slice(0, text.indexOf('\n')).split(' ').at(-1) ?? '' };
  }
  const own = sessions.flatMap(({ sizes }) => sizes);
  const { rows, agents } = shrunkRows(own);
  const text = writeFrozenTable(name ?? 'unnamed', rows);
  const hash = /"id": "[^"]*\.([0-9a-f]+)"/.exec(text)?.[1] ?? shortHash(text);
  const notes = agents.map(shrunkText);
  return { lines: compareSizes(own), text: name === undefined ? '' : text, hash, notes };
}

function write(measured: ReadonlyMap<TableName, MeasuredTable>, io: CliIo): void {
  for (const [which, table] of measured) {
    if (which === 'sizes' && table.text !== '') {
      const parsed = parseFrozenTable(table.text);
      if (table.lines.length === 0) {
        throw new InputError('There is no recorded compaction whose sizes can be measured.');
      }
      if (!parsed.ok) throw new InputError(`No table can hold these sizes: ${parsed.error}`);
      const { id, rows } = parsed.value;
      const of = new Set(rows.map(({ first }) => first)).size;
      io.message(`Table ${id}: ${counted(rows.length, 'row')} of ${counted(of, 'session')}.`);
      for (const note of table.notes ?? []) io.message(note);
    }
    io.out(table.text);
    io.message(comparison([which, table]));
  }
  io.message(`Computed by ${PRODUCER}.`);
}

/** "codex: 5 own rows, 4 shipped; both are taken. …" */
function shrunkText({ agent, own, shipped, taken, off }: Shrunk): string {
  const words = { both: 'both', own: 'own alone', shipped: 'shipped alone' } as const;
  const told = (['both', 'own', 'shipped'] as const).flatMap((one) =>
    Number.isNaN(off[one]) ? [] : [`${words[one]} ${number(off[one])}`],
  );
  const all = `${agent}: ${counted(own, 'own row')}, ${formatInteger(shipped)} shipped; ${words[taken]} ${taken === 'both' ? 'are' : 'is'} taken.`;
  return told.length === 0
    ? all
    : `${all} Tokens off, each own session left out: ${told.join(', ')}.`;
}

const number = (value: number): string =>
  Math.abs(value) < 10 && !Number.isInteger(value)
    ? String(Math.round(value * 100) / 100)
    : formatInteger(Math.round(value));

/** A table's lines beside the shipped values. */
function comparison([which, { lines, hash }]: readonly [TableName, MeasuredTable]): string {
  const columns = [
    ...left(which),
    ...right('n', 'median', '95 % interval', 'shipped', 'difference'),
    ...left(''),
  ];
  const rows = lines.map((line) => {
    const { of, n, value, interval, shipped } = line;
    const known = n > 0 && shipped !== 0 && !Number.isNaN(shipped);
    return [
      of,
      formatInteger(n),
      n === 0 ? '–' : number(value),
      interval === null ? '–' : `${number(interval[0])} to ${number(interval[1])}`,
      Number.isNaN(shipped) ? '–' : number(shipped),
      known ? formatPercent((value - shipped) / Math.abs(shipped)) : '–',
      contradicts(line) ? 'outside' : '',
    ];
  });
  return `${textTable(columns, rows)}hash ${hash}; n: sessions, each counts once`;
}

function checkText(wrong: readonly TableLine[]): string {
  if (wrong.length === 0) return 'No shipped value lies outside of its interval.\n';
  return wrong
    .map(
      ({ of, n, value, shipped }) =>
        `${of}: ${number(shipped)} is shipped; ${counted(n, 'session')} have ${number(value)}.\n`,
    )
    .join('');
}

function jsonText(measured: ReadonlyMap<TableName, MeasuredTable>, sessions: number): string {
  const tables = Object.fromEntries(
    [...measured].map(([which, { lines, hash }]) => [
      which,
      { hash, lines: lines.map((line) => ({ ...line, contradicted: contradicts(line) })) },
    ]),
  );
  return `${JSON.stringify({ producer: PRODUCER, sessions, tables })}\n`;
}
