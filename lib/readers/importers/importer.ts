import { fieldsOf, listOf } from './mechanisms/loose-json';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { Json } from '@/lib/engine/session/schema';
import type { ReceiptBuilder } from './receipt';

/** Builds sessions from its input and hands them over at the end (null: there are more). */
interface Collector {
  end(): Result<void, ImportError> | null;
}

/** A reader that leaves the building of sessions to a collector. */
export abstract class CollectingReader<Sessions extends Collector> implements TraceReader {
  #closed = false;

  constructor(
    protected readonly context: ImportContext,
    protected readonly sessions: Sessions,
  ) {}

  abstract record(value: Json, at: number | string, list?: string): void;

  end(): Result<void, ImportError> | null {
    if (!this.#closed) this.close?.();
    this.#closed = true;
    return this.sessions.end();
  }

  /** Called after the last record: passes on everything still open. */
  protected close?(): void;
}

/** A reader that hands its sessions over as it reads, and fails if no record held a model call. */
export abstract class CountedReader implements TraceReader {
  /** Errors for a trace without records, and for one without a session. */
  protected empty = 'The file holds no record.';
  protected nothing = 'The file holds no model call.';
  readonly #ids = new Set<string>();
  /** The next number for an id that the trace already has. */
  readonly #numbers = new Map<string, number>();
  /** Records taken so far. */
  protected records = 0;
  #sessions = 0;
  #closing: Iterator<unknown> | null = null;

  constructor(protected readonly context: ImportContext) {}

  record(value: Json, at: number | string, list?: string): void {
    this.records++;
    this.take(value, at, list);
  }

  end(): Result<void, ImportError> | null {
    this.#closing ??= this.close() ?? [].values();
    if (this.#closing.next().done !== true) return null;
    if (this.records === 0) return err({ code: 'empty', message: this.empty });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: this.nothing });
  }

  /** Takes the next record. */
  protected abstract take(value: Json, at: number | string, list?: string): void;

  /** Hands over everything still open; piece by piece where it is much. */
  protected abstract close(): void | Iterator<unknown>;

  /** Hands a session over; ignores null. */
  protected session(draft: SessionDraft | null): void {
    if (draft === null) return;
    this.#sessions++;
    this.context.session(draft);
  }

  /** The id, with a number if the trace already has it: files may be joined. */
  protected unique(id: string): string {
    let unique = id;
    let number = this.#numbers.get(id) ?? 2;
    for (; this.#ids.has(unique); number++) unique = `${id} (${number})`;
    if (unique !== id) this.#numbers.set(id, number);
    this.#ids.add(unique);
    return unique;
  }
}

/** Ways in which a host passes a trace to an importer. */
export type TraceInput =
  /**
   * Records, streamed: one JSON value a line, or the elements of one JSON array (then a record's
   * place is `$[n]`, n from 0). A file of one value on one line is both this and `json`.
   */
  | 'jsonl'
  /**
   * One JSON document: whole where the format declares no `lists`, else piece by piece. An array is
   * handed over as its elements to formats that take `jsonl` as well.
   */
  | 'json'
  /** Rows of a SQLite database, streamed table by table. */
  | 'sqlite'
  /**
   * Files of an archive or a folder that belong together, streamed: a record is `{name, value}`,
   * the file's path inside and its parsed JSON, in order of `memberOrder` (by name if omitted); a
   * JSONL file that `memberOrder` names has a record for each line.
   */
  | 'archive'
  /**
   * A text that is no JSON, streamed: a record is a line as a string, without its newline (but with a
   * carriage return before it); its place is the line's number. A reader counts what the lines make
   * (messages, exchanges) on its receipt.
   */
  | 'text';

/** Input of sniffing: the beginning of a trace, never the whole. */
export interface TraceHead {
  readonly kind: TraceInput;
  /**
   * jsonl: the first 20 values that parse. json: the document; one of more than 8 MiB with the first
   * 20 elements of each list that any format declares. sqlite: `{table: [column, …]}`. archive: one
   * record `{names: [path, …], first: {name, value}}`, all names and the first member that is JSON; if
   * all are JSONL and few, `firsts: [{name, value}, …]` in its place, the first line of each. text: the
   * first lines, of which the last may be cut.
   */
  readonly records: readonly Json[];
}

/** Reasons why a trace cannot be read; closed, so that every host can add its own advice. */
export const importErrorCodes = [
  'empty',
  'unrecognized',
  /** A picture, a program, a text without JSON: not even a mapping finds a record in it. */
  'no-records',
  'ambiguous',
  'unsupported-version',
  'malformed',
  'too-large',
  'too-deep',
  'no-sessions',
  'unreadable',
  /** A member of an archive whose name or kind is not safe. */
  'refused',
  /** Nothing more can be stored: the disk is full. */
  'storage',
  'cancelled',
  /** A library or a reader met what it does not expect; its words are in the message. */
  'internal',
] as const;
/** Why a trace was not read. */
export type ImportErrorCode = (typeof importErrorCodes)[number];

/** Codes of files that are not traces; among the files of a folder they do not count as failures. */
export const noTraceCodes: readonly string[] = [
  'unrecognized',
  'no-records',
  'empty',
  'no-sessions',
] satisfies readonly ImportErrorCode[];

/** An unreadable trace: a neutral fact and its place. */
export interface ImportError {
  readonly code: ImportErrorCode;
  readonly message: string;
  /** Line (from 1), JSON path or table. */
  readonly at?: number | string;
}

/** Receiver of a reader's output. */
export interface ImportContext {
  /** Name of the trace file. */
  readonly file: string;
  readonly store: EntryStore;
  readonly receipt: ReceiptBuilder;
  /** Hands over a finished session. */
  session(draft: SessionDraft): void;
}

/** Reads one trace, record by record. Keeps no text: entries are stored at once. */
export interface TraceReader {
  /**
   * Takes the next record; `at` is its line, its JSON path, or table and row. `list` is the name of
   * the declared list that the record is an element of; undefined for a document and for a record of
   * its own.
   */
  record(value: Json, at: number | string, list?: string): void;
  /**
   * Ends the trace: hands over the sessions that are still open. Null while there is more to do:
   * the host calls again, after other work if it has some, or never if the read was cancelled.
   */
  end(): Result<void, ImportError> | null;
}

/** A table of a SQLite trace, and the columns that order its rows (row number last). */
export interface TableOrder {
  readonly name: string;
  readonly order: readonly string[];
  /** A column whose blobs come as base64 where they are not UTF-8. */
  readonly binary?: string;
}

/** A format: recognised by its head, read record by record. */
export interface Importer {
  readonly id: string;
  readonly label: string;
  /** Short name of the source, at most 14 characters; the label if omitted. */
  readonly source?: string;
  /** What the format is read after, where no public recording was found to compare with; the receipt says so. */
  readonly unseen?: 'its source' | 'its program';
  /** The kinds of trace this format comes in; a claim is for one of them. */
  readonly inputs: readonly TraceInput[];
  /**
   * sqlite only: the tables to stream, one after the other. Each row is a record
   * `{table, row: {column: value}}`; blobs come as text where they are UTF-8, else as null.
   */
  readonly tables?: readonly TableOrder[];
  /** sqlite only: the tables where their names are the user's, by the head; in place of `tables`. */
  tablesIn?(columns: unknown): readonly TableOrder[];
  /**
   * json and jsonl: the lists of a document that grow, so that it never has to be in memory whole:
   * `messages[]`, `log.entries[]`, with lists inside of elements
   * `resourceSpans[].scopeSpans[].spans[]` (which declares the outer ones too), of a document that
   * is an array `[]` or `[].events[]`.
   * The document comes first, with these lists empty and everything else in it, in any order of the
   * text; then the elements one by one, each before those of the lists inside it and itself with
   * these empty. The document's own lists come in the order of this declaration, those of an
   * element in no promised order. Places are JSON paths (`$.messages[17]`); the elements of a
   * line's record have the line's number.
   */
  readonly lists?: readonly string[];
  /** True for exports that a service hands out in pages: one of a round number is perhaps not the last. */
  readonly paged?: true;
  /** archive only: the members that are records, in reading order; every JSON member if omitted. */
  memberOrder?(names: readonly string[]): readonly string[];
  /** True when the head is this format. Exactly one importer may claim any trace. */
  sniff(head: TraceHead): boolean;
  /** Begins to read a trace of one of `inputs`. */
  start(context: ImportContext, input: TraceInput): TraceReader;
}

/** Begins to read a trace with an importer; a format without public recordings is marked on the receipt. */
export function startReader(
  importer: Pick<Importer, 'unseen' | 'start'>,
  context: ImportContext,
  input: TraceInput,
): TraceReader {
  const { unseen } = importer;
  if (unseen !== undefined) {
    context.receipt.remark(
      `No public recording of this format was found: it is read after ${unseen} and was compared with none.`,
    );
  }
  return importer.start(context, input);
}

/** Declares an importer; keeps the literal id. */
export const defineImporter = <const I extends Importer>(importer: I): I => importer;

/** True if a record, or the first element of one that is a list, passes a test. */
export const someRecord = (
  records: readonly unknown[],
  test: (value: unknown) => boolean,
): boolean => records.some((record) => test(record) || (Array.isArray(record) && test(record[0])));

/** True if a database has these tables, each with these columns; `head` is its first record. */
export function hasTables(
  head: unknown,
  tables: Readonly<Record<string, readonly string[]>>,
): boolean {
  const known = fieldsOf(head);
  return Object.entries(tables).every(([table, columns]) => {
    const found = listOf(known?.[table]);
    return columns.every((column) => found.includes(column));
  });
}
