/** How often something happened to records of a trace, and where first. */
export interface ReceiptLine {
  /** Why: "repeated line", "not part of a request: progress". */
  readonly reason: string;
  readonly records: number;
  /** The first places: line numbers or table and row; at most 5. */
  readonly at: readonly (number | string)[];
}

/** What became of every record of a trace: read = kept + merged + dropped. */
export interface Receipt {
  readonly format: string;
  readonly read: number;
  readonly kept: number;
  readonly merged: readonly ReceiptLine[];
  readonly dropped: readonly ReceiptLine[];
  /** Facts about the trace that concern no single record: sessions without a step. */
  readonly remarks: readonly string[];
}

/** The most places a receipt line names. */
const PLACES = 5;

/** A receipt line that still counts. */
interface OpenLine extends ReceiptLine {
  records: number;
  readonly at: (number | string)[];
}

/** Adds up a receipt while a trace is read; every record is counted exactly once. */
export class ReceiptBuilder {
  #kept = 0;
  readonly #merged = new Map<string, OpenLine>();
  readonly #dropped = new Map<string, OpenLine>();
  readonly #remarks: string[] = [];

  /** The record entered a session as itself. */
  keep(): void {
    this.#kept++;
  }

  /** The record was joined to another one. */
  merge(reason: string, at: number | string): void {
    add(this.#merged, reason, at);
  }

  /** The record entered no session. */
  drop(reason: string, at: number | string): void {
    add(this.#dropped, reason, at);
  }

  /** A fact about the trace that concerns no single record. */
  remark(text: string): void {
    this.#remarks.push(text);
  }

  finish(format: string): Receipt {
    const merged = [...this.#merged.values()].map(closed);
    const dropped = [...this.#dropped.values()].map(closed);
    const records = (lines: readonly ReceiptLine[]): number =>
      lines.reduce((sum, line) => sum + line.records, 0);
    const read = this.#kept + records(merged) + records(dropped);
    return { format, read, kept: this.#kept, merged, dropped, remarks: this.#remarks };
  }
}

const closed = ({ reason, records, at }: OpenLine): ReceiptLine => ({
  reason,
  records,
  at: [...at],
});

function add(lines: Map<string, OpenLine>, reason: string, at: number | string): void {
  const line = lines.get(reason);
  if (line === undefined) {
    lines.set(reason, { reason, records: 1, at: [at] });
    return;
  }
  line.records++;
  if (line.at.length < PLACES) line.at.push(at);
}
