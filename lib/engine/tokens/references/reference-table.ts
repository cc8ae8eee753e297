import { GrowableInts } from '@/lib/engine/base/growable';
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import { CallTable } from './call-table';
import type { NameKind } from './name-kinds';
import { NameTable } from './name-table';
import { holdsInstructions, PinnedTable } from './pinned-table';
import { scanNames } from './scan-names';

/** Bits of a row: an entry with texts; written by the model; instructions; not all of it was searched. */
export const rowFlag = { texts: 1, model: 2, instructions: 4, cut: 8 } as const;

/** What a line is a part of. */
export const lineKind = { text: 0, thought: 1, call: 2, response: 3 } as const;

/** Most units of an entry, and most mentions of a trace, that are searched; what is beyond is counted. */
export const MOST_UNITS = 2_000_000;
const MOST_MENTIONS = 2 ** 23;

/** Longest argument that is a name as a whole, and the shortest. */
const MOST_TARGET = 160;
const LEAST_TARGET = 4;

/** The numbers of a value from here on are names. */
const LEAST_NUMBER = 1_000;

/** A model's entry that its agent wrote in its place. */
const SYNTHETIC = 'synthetic';

/**
 * The names of a trace's entries by line, one row per entry, in the order they were pushed; a session
 * is made of rows by `sessionReferences`. Fed where entries are measured, so that texts are read once.
 */
export class ReferenceTable {
  readonly names: NameTable;
  readonly calls = new CallTable();
  readonly pinned = new PinnedTable();
  readonly flags = new GrowableInts();
  /** All UTF-16 units of a row's texts. */
  readonly units = new GrowableInts();
  /** Those of its thoughts. */
  readonly thoughtUnits = new GrowableInts();
  /** First line of each row; only lines with a name are kept. */
  readonly lineFirst = new GrowableInts();
  readonly lineUnits = new GrowableInts();
  readonly lineKinds = new GrowableInts();
  /** The call or response of its row that a line is of; 0 for texts. */
  readonly lineParts = new GrowableInts();
  /** First mention of each line. */
  readonly mentionFirst = new GrowableInts();
  readonly mentions = new GrowableInts();
  readonly #lastRow = new GrowableInts();
  readonly #most: number;
  /** Of the entry being read. */
  #row = 0;
  #units = 0;
  #cut = false;
  #model = false;
  #kind: number = lineKind.text;
  #part = 0;
  #subject = -1;

  constructor(limits: { readonly names?: number; readonly mentions?: number } = {}) {
    this.names = new NameTable(limits.names);
    this.#most = limits.mentions ?? MOST_MENTIONS;
  }

  get length(): number {
    return this.flags.length;
  }

  /** Searches an entry and returns its row number. */
  push(entry: Entry): number {
    this.#row = this.length;
    this.#units = 0;
    this.#cut = false;
    this.lineFirst.push(this.lineUnits.length);
    this.calls.begin(entry.parts);
    this.pinned.push(this.#row, entry);
    const counts = { call: 0, response: 0 };
    const model = entry.role === 'model' && entry.label !== SYNTHETIC;
    this.#model = model;
    let texts = 0;
    let thoughts = 0;
    for (const part of entry.parts) {
      const before = this.#units;
      if (this.#read(part, counts)) texts = rowFlag.texts;
      if (part.kind === 'thought') thoughts += this.#units - before;
    }
    this.units.push(this.#units);
    this.thoughtUnits.push(thoughts);
    this.flags.push(
      texts |
        (model ? rowFlag.model : 0) |
        (holdsInstructions(entry) ? rowFlag.instructions : 0) |
        (this.#cut ? rowFlag.cut : 0),
    );
    return this.#row;
  }

  /** Searches one part; false where only its sizes are known. */
  #read(part: Part, counts: { call: number; response: number }): boolean {
    const kind = part.kind === 'sized' ? part.of : part.kind;
    this.#part = kind === 'call' ? counts.call++ : kind === 'response' ? counts.response++ : 0;
    this.#kind = kind in lineKind ? lineKind[kind as keyof typeof lineKind] : lineKind.text;
    if (part.kind === 'text' || part.kind === 'thought') this.#text(part.text);
    else if (kind === 'call') {
      this.#subject = -1;
      if (part.kind === 'call') this.#value(part.args);
      this.calls.call(part, this.#subject);
    } else if (kind === 'response') {
      const before = this.#units;
      if (part.kind === 'response') this.#value(part.response);
      this.calls.response(part, this.#units - before);
    }
    return part.kind !== 'sized' && part.kind !== 'inline';
  }

  /** Searches the texts of a JSON value, each its own lines; a key and a number are a line. */
  #value(value: Json): void {
    if (typeof value === 'string') {
      this.#text(value);
      return;
    }
    if (typeof value === 'number') {
      const text = String(value);
      this.#units += text.length;
      if (Number.isSafeInteger(value) && Math.abs(value) >= LEAST_NUMBER)
        this.#line(text, 0, false);
      return;
    }
    if (typeof value !== 'object' || value === null) {
      this.#units += 5;
      return;
    }
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) this.#value(item);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      this.#units += key.length;
      this.#value(item);
    }
  }

  /** Searches a text line by line. */
  #text(text: string): void {
    const searched = Math.min(text.length, Math.max(0, MOST_UNITS - this.#units));
    if (searched < text.length) this.#cut = true;
    for (let from = 0; from < searched;) {
      const found = text.indexOf('\n', from);
      const to = found < 0 || found >= searched ? searched : found + 1;
      this.#line(text.slice(from, to), to - from, to - from === text.length);
      from = to;
    }
    this.#units += text.length - searched;
  }

  #line(text: string, units: number, whole: boolean): void {
    const line = this.lineUnits.length;
    const first = this.mentions.length;
    scanNames(text, (of, from, to, kind) => this.#mention(of, from, to, kind, line));
    if (whole && this.#kind === lineKind.call) this.#target(text, line);
    this.#units += units;
    if (this.mentions.length === first) return;
    this.lineUnits.push(text.length);
    this.lineKinds.push(this.#kind);
    this.lineParts.push(this.#part);
    this.mentionFirst.push(first);
  }

  /** A whole short argument names what a call is about. */
  #target(text: string, line: number): void {
    const whole = text.trim();
    if (whole.length < LEAST_TARGET || whole.length > MOST_TARGET) return;
    if (/[a-z]/i.test(whole)) this.#mention(whole, 0, whole.length, 'target', line);
  }

  #mention(text: string, from: number, to: number, kind: NameKind, line: number): void {
    if (this.mentions.length >= this.#most) {
      this.#cut = true;
      return;
    }
    const name = this.names.index(text, from, to, kind);
    if (name < 0) {
      this.#cut = true;
      return;
    }
    if (this.names.lastLine.at(name) === line) return;
    this.names.lastLine.set(name, line);
    this.mentions.push(name);
    if (this.#subject < 0 && (kind === 'path' || kind === 'url')) this.#subject = name;
    // The text of a name matters once a second entry has it, or the model says it.
    const before = name < this.#lastRow.length ? this.#lastRow.at(name) : -1;
    if (before < 0) this.#lastRow.push(this.#row);
    else this.#lastRow.set(name, this.#row);
    const said = this.#model && this.#kind !== lineKind.response;
    if (said || (before >= 0 && before !== this.#row)) this.names.keep(name, text, from, to);
  }
}
