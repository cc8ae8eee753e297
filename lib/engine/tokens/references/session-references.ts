import { byteAt, intAt } from '@/lib/engine/base/read';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Session } from '@/lib/engine/session/schema';
import { indexedCalls } from './indexed-calls';
import { namedLines } from './named-lines';
import { pinnedContents } from './pinned-contents';
import { nameFlag, type ReferenceIndex } from './reference-index';
import { ReferenceTable, rowFlag } from './reference-table';
import { prefixNames, SummaryText, textOf } from './summary-names';
import { eachLine, eachMention, isSaid, type Rows } from './table-rows';

/** The names of a whole session held in memory; null for one of numbers alone. */
export function indexSession(session: Session): ReferenceIndex | null {
  const table = new ReferenceTable();
  const entries = session.entries.map((entry) => table.push(entry));
  return sessionReferences({ head: session, entries }, table);
}

/**
 * The index of a draft whose entries were searched into `table` while they were stored. Null where no
 * entry has a text: names, and hashes of them, are never known of numbers alone.
 */
export function sessionReferences(
  { head, entries: rows }: Pick<SessionDraft, 'head' | 'entries'>,
  table: ReferenceTable,
): ReferenceIndex | null {
  if (!rows.some((row) => (table.flags.at(row) & rowFlag.texts) !== 0)) return null;
  const thoughts = head.thoughts === 'kept';
  const chosen = saidNames(rows, table, thoughts);
  const names = Array.from(chosen.names, (name) => table.names.text(name) ?? '');
  const calls = indexedCalls(rows, table, chosen.number);
  const lines = namedLines(rows, table, { thoughts, calls, number: chosen.number });
  const summaries = head.compactions.map(({ summary }) => {
    const text = textOf(summary);
    return text === null ? null : new SummaryText(text);
  });
  return {
    entryCount: rows.length,
    names,
    kinds: Uint8Array.from(chosen.names, (name) => table.names.kinds.at(name)),
    nameFlags: safeNames(rows, table, { prefix: head.prefix, ...chosen }),
    units: rowUnits(rows, table, thoughts),
    lines,
    calls,
    summaries: summaries.map((text) => text && heldNames(text, names)),
    pinned: pinnedContents(rows, table.pinned, summaries),
    leftOut: { entries: rows.filter((row) => (table.flags.at(row) & rowFlag.cut) !== 0).length },
  };
}

/** Names of the table that a session has, and their numbers in it. */
interface ChosenNames {
  readonly names: readonly number[];
  /** By the table's number; −1 for a name that the model never wrote. */
  readonly number: Int32Array;
}

/** The names that the model wrote; the others can never be referred to. */
function saidNames(rows: Rows, table: ReferenceTable, thoughts: boolean): ChosenNames {
  const number = new Int32Array(table.names.length).fill(-1);
  const names: number[] = [];
  eachLine(rows, table, (line, row) => {
    if (!isSaid(table, row, line, thoughts)) return;
    eachMention(table, line, (name) => {
      if (intAt(number, name) >= 0) return;
      number[name] = names.length;
      names.push(name);
    });
  });
  return { names, number };
}

/** Flags names of the prefix, and of instructions, which their agent puts back by itself. */
function safeNames(
  rows: Rows,
  table: ReferenceTable,
  { prefix, names, number }: ChosenNames & Pick<SessionDraft['head'], 'prefix'>,
): Uint8Array {
  const flags = new Uint8Array(names.length);
  const flag = (name: number): void => {
    const own = name < 0 ? -1 : intAt(number, name);
    if (own >= 0) flags[own] = byteAt(flags, own) | nameFlag.safe;
  };
  prefixNames(prefix, (text, from, to) => flag(table.names.find(text, from, to)));
  eachLine(rows, table, (line, row) => {
    if ((table.flags.at(row) & rowFlag.instructions) !== 0) eachMention(table, line, flag);
  });
  return flags;
}

function heldNames(summary: SummaryText, names: readonly string[]): Int32Array {
  const held: number[] = [];
  names.forEach((name, i) => {
    if (summary.holds(name)) held.push(i);
  });
  return Int32Array.from(held);
}

/** Units of the texts that later requests hold: without thoughts that their source strips. */
function rowUnits(rows: Rows, table: ReferenceTable, thoughts: boolean): Int32Array {
  const units = table.units.pick(rows);
  if (thoughts) return units;
  const own = table.thoughtUnits.pick(rows);
  return units.map((all, entry) => all - intAt(own, entry));
}
