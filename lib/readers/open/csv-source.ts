/** Tables as spreadsheets and consoles export them: https://www.rfc-editor.org/rfc/rfc4180 */
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { decoded } from '@/lib/readers/importers/mechanisms/messages/json-text';
import type { Json } from '@/lib/engine/session/schema';
import { HEAD_RECORDS, LARGE_BYTES, MAX_LINE_BYTES } from './open-limits';
import { CUT_SHORT } from './may-lack';
import { decodes } from './text-source';
import type { TraceBytes } from './trace-bytes';
import type { TraceRun, TraceSource } from './trace-source';

type Row = Readonly<Record<string, Json>>;

/** Bytes in which the first line, with the names of the columns, must end. */
const HEADER_BYTES = 4_096;

/** A column's name as programs write it, and the separators that they use. */
const COLUMN = /^[@$A-Za-z_][\w @.:/()[\]-]{0,99}$/;
const SEPARATORS = [',', '\t', ';'] as const;

/** Cuts a text into rows of cells. Quoted cells hold separators, lines, and two quotes for one. */
class CsvCells {
  readonly #stop: RegExp;
  #pieces: string[] = [];
  #cells: string[] = [];
  #quoted = false;
  /** A quote closed the cell; another one right behind it is a quote in it. */
  #closed = false;
  /** Characters of the row so far. */
  begun = 0;

  constructor(
    separator: string,
    private readonly row: (cells: readonly string[]) => void,
    private readonly most = Infinity,
  ) {
    this.#stop = new RegExp(`["\\n${separator}]`, 'g');
  }

  push(text: string): void {
    this.begun += text.length;
    for (let from = 0; from < text.length;) {
      const at = this.#next(text, from);
      if (at > from) this.#add(text.slice(from, at));
      if (at === text.length) return;
      from = at + 1;
      if (text[at] === '"') this.#quote();
      else this.#cell(text[at] === '\n', text.length - from);
    }
  }

  /** Ends the last row, where no line end did; true if it ends inside of a cell. */
  end(): boolean {
    const isCut = this.#quoted;
    if (this.begun > 0 && !isCut) this.#cell(true, 0);
    return isCut;
  }

  #next(text: string, from: number): number {
    if (this.#quoted) {
      const at = text.indexOf('"', from);
      return at < 0 ? text.length : at;
    }
    this.#stop.lastIndex = from;
    return this.#stop.exec(text)?.index ?? text.length;
  }

  #add(piece: string): void {
    if (!this.#quoted && this.#closed && piece.trim() === '') return;
    this.#closed = false;
    this.#pieces.push(piece);
  }

  /** A quote opens a cell at its beginning, closes it, or is one of two. */
  #quote(): void {
    if (this.#quoted) {
      this.#quoted = false;
      this.#closed = true;
    } else if (this.#closed || this.#pieces.length === 0) {
      if (this.#closed) this.#pieces.push('"');
      this.#closed = false;
      this.#quoted = true;
    } else this.#pieces.push('"');
  }

  #cell(endsRow: boolean, rest: number): void {
    const cell = this.#pieces.join('');
    // Beyond the named columns nothing is kept.
    if (this.#cells.length < this.most) this.#cells.push(endsRow ? cell.replace(/\r$/, '') : cell);
    this.#pieces = [];
    this.#closed = false;
    if (!endsRow) return;
    this.row(this.#cells);
    this.#cells = [];
    this.begun = rest;
  }
}

/** What a cell holds: nothing, a number, JSON, or a text. */
function valueOf(cell: string): Json {
  if (cell === '') return null;
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,12})?$/.test(cell) ? Number(cell) : (decoded(cell) as Json);
}

/** A row by its columns; a dotted one, `inputs.model`, is a field inside of another. */
function rowOf(columns: readonly string[], cells: readonly string[]): Row {
  const row: Record<string, Json> = {};
  for (const [i, cell] of cells.entries()) {
    const [, outer = '', inner = ''] = DOTTED.exec(columns[i] ?? '') ?? [];
    const held = row[outer] ?? {};
    const isInside = outer !== '' && typeof held === 'object' && !Array.isArray(held);
    if (!isInside) row[columns[i] ?? ''] = valueOf(cell);
    else if (cell !== '') row[outer] = { ...held, [inner]: valueOf(cell) };
  }
  return row;
}

const DOTTED = /^(\w+)\.(\w[\w.]*)$/;

/** A table whose first line names its columns; null for other files. */
export async function csvSource(
  file: TraceBytes,
  signal?: AbortSignal,
): Promise<TraceSource | null> {
  const [line = ''] = (await file.head(HEADER_BYTES)).toString('utf8').split('\n', 1);
  const named = SEPARATORS.map((separator) => ({ separator, columns: columnsOf(line, separator) }));
  const [table] = named.sort((a, b) => b.columns.length - a.columns.length);
  if (table === undefined || table.columns.length < 2) return null;
  const { columns } = table;
  const head: Row[] = [];
  let whole = 0;
  const read = await readRows(file, table, {
    signal,
    take: (row, _, cells) => {
      head.push(row);
      if (cells === columns.length) whole++;
    },
    isEnough: (bytes) => head.length >= HEAD_RECORDS || bytes > LARGE_BYTES,
  });
  if (!read.ok || head.length === 0 || whole * 2 < head.length) return null;
  return {
    heads: [{ kind: 'jsonl', records: head }],
    unclaimed: {
      code: 'unrecognized',
      message: `The file is a table (CSV) of a kind that no importer recognises; its columns are “${columns.slice(0, 8).join('”, “')}”${columns.length > 8 ? ', …' : ''}.`,
    },
    feed: (run) => feedRows(file, table, run),
    close: () => Promise.resolve(),
  };
}

interface Table {
  readonly separator: string;
  readonly columns: readonly string[];
}

/** The columns that a first line names; empty where it names none. */
function columnsOf(line: string, separator: string): readonly string[] {
  let columns: readonly string[] = [];
  const cells = new CsvCells(separator, (found) => (columns = found));
  cells.push(line.replace(/^\ufeff/, ''));
  if (cells.end() || new Set(columns).size < columns.length) return [];
  return columns.every((column) => COLUMN.test(column)) ? columns : [];
}

interface RowsOptions {
  readonly signal: AbortSignal | undefined;
  readonly take: (row: Row, number: number, cells: number) => void;
  /** True to stop, by the bytes read. */
  readonly isEnough?: (bytes: number) => boolean;
  /** Awaited after each chunk. */
  readonly ready?: (utf8: boolean) => Promise<void>;
}

/** Reads the rows below the first line; true if the last one ends inside of a cell. */
async function readRows(
  file: TraceBytes,
  { separator, columns }: Table,
  { signal, take, isEnough, ready }: RowsOptions,
): Promise<Result<boolean, ImportError>> {
  let number = -1;
  const cells = new CsvCells(
    separator,
    (found) => {
      number++;
      if (number === 0 || found.every((cell) => cell === '')) return;
      take(rowOf(columns, found), number, found.length);
    },
    columns.length,
  );
  const decoder = new TextDecoder();
  const strict = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of file.chunks(signal)) {
    cells.push(decoder.decode(chunk, { stream: true }));
    bytes += chunk.length;
    if (cells.begun > MAX_LINE_BYTES) return err(tooLong(number + 1));
    if (isEnough?.(bytes) === true) return ok(false);
    await ready?.(decodes(strict, chunk));
  }
  return ok(cells.end());
}

const tooLong = (row: number): ImportError => ({
  code: 'too-large',
  message: `Row ${row} of the table is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`,
  at: `row ${row}`,
});

async function feedRows(
  file: TraceBytes,
  table: Table,
  run: TraceRun,
): Promise<Result<void, ImportError>> {
  let records = 0;
  let isUtf8 = true;
  const read = await readRows(file, table, {
    signal: run.signal,
    take: (row, number) => {
      records++;
      run.take(row, `row ${number}`);
    },
    ready: (utf8) => {
      isUtf8 &&= utf8;
      run.progress(file.position, records);
      return run.ready();
    },
  });
  if (!read.ok) return read;
  if (!isUtf8) run.receipt.remark('The file has invalid UTF-8, read as U+FFFD.');
  if (read.value) {
    run.receipt.lose('cut off: the file ends inside of a cell', `row ${records + 1}`);
    run.receipt.mayLack(CUT_SHORT);
  }
  run.progress(file.bytes, records);
  return ok(undefined);
}
