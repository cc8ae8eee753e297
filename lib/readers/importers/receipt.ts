/** Number of records with one outcome, and the first places. */
export interface ReceiptLine {
  /** Reason: "repeated line", "not part of a request: progress". */
  readonly reason: string;
  readonly records: number;
  /** The first places, at most 5: line numbers or table and row. */
  readonly at: readonly (number | string)[];
  /** Set where the records may hold what the sessions lack: they could not be read or placed. */
  readonly lost?: true;
}

/** Outcome of every record of a trace: read = kept + merged + dropped. */
export interface Receipt {
  readonly format: string;
  readonly read: number;
  readonly kept: number;
  readonly merged: readonly ReceiptLine[];
  readonly dropped: readonly ReceiptLine[];
  /** Dropped records that are lost; absent in receipts of versions that did not tell them apart. */
  readonly lost?: number;
  /** Facts about the trace that concern no single record: sessions without a step. */
  readonly remarks: readonly string[];
  /** What the file may lack, each with what to bring; absent where nothing says so. */
  readonly incomplete?: readonly string[];
}

/** A receipt that also says what the file may lack. */
export const lacking = (receipt: Receipt, what: string): Receipt => ({
  ...receipt,
  incomplete: [...(receipt.incomplete ?? []), what],
});

/** Most places that a receipt line names. */
export const PLACES = 5;

/** A receipt line still being counted. */
interface OpenLine extends ReceiptLine {
  records: number;
  readonly at: (number | string)[];
}

/** Adds up a receipt while a trace is read; every record is counted exactly once. */
export class ReceiptBuilder {
  #kept = 0;
  readonly #merged = new Map<string, OpenLine>();
  readonly #dropped = new Map<string, OpenLine>();
  readonly #remarks = new Set<string>();
  readonly #incomplete = new Set<string>();

  /** Counts a record that entered a session as itself. */
  keep(): void {
    this.#kept++;
  }

  /** Counts a record that was joined to another one. */
  merge(reason: string, at: number | string): void {
    add(this.#merged, reason, at);
  }

  /** Counts a record that is known to belong to no request: with it nothing is lost. */
  drop(reason: string, at: number | string): void {
    add(this.#dropped, reason, at);
  }

  /** Counts a record that could not be read or placed, so that its content is lost. */
  lose(reason: string, at: number | string): void {
    add(this.#dropped, reason, at, { lost: true });
  }

  /** Adds a fact about the trace that concerns no single record; once, however often it is told. */
  remark(text: string): void {
    this.#remarks.add(text);
  }

  /** Adds what the file may lack, and what to bring, as the end of "May be incomplete: …". */
  mayLack(what: string): void {
    this.#incomplete.add(what);
  }

  finish(format: string): Receipt {
    const merged = [...this.#merged.values()].map(closed);
    const dropped = [...this.#dropped.values()].map(closed);
    const records = (lines: readonly ReceiptLine[]): number =>
      lines.reduce((sum, line) => sum + line.records, 0);
    const read = this.#kept + records(merged) + records(dropped);
    const lost = records(dropped.filter((line) => line.lost === true));
    const whole = { format, read, kept: this.#kept, merged, dropped, lost };
    const incomplete = [...this.#incomplete];
    return {
      ...whole,
      remarks: [...this.#remarks],
      ...(incomplete.length === 0 ? {} : { incomplete }),
    };
  }
}

const closed = ({ at, ...line }: OpenLine): ReceiptLine => ({ ...line, at: [...at] });

function add(
  lines: Map<string, OpenLine>,
  reason: string,
  at: number | string,
  fate: Pick<ReceiptLine, 'lost'> = {},
): void {
  const line = lines.get(reason);
  if (line === undefined) {
    lines.set(reason, { reason, records: 1, at: [at], ...fate });
    return;
  }
  line.records++;
  if (line.at.length < PLACES) line.at.push(at);
}
