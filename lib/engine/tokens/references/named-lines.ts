import { intAt } from '@/lib/engine/base/read';
import { LineWriter } from './line-writer';
import { lineFlag, type IndexedCalls, type NamedLines } from './reference-index';
import { lineKind, type ReferenceTable } from './reference-table';
import { eachMention, endOf, isSaid, type Rows } from './table-rows';

/** What lines are made from. */
interface LineInput {
  readonly thoughts: boolean;
  readonly calls: IndexedCalls;
  readonly number: Int32Array;
}

/** The lines of a log's entries that hold a name which the model wrote. */
export function namedLines(rows: Rows, table: ReferenceTable, input: LineInput): NamedLines {
  const out = new LineWriter();
  const asked = new AskedNames(input);
  let call = 0;
  rows.forEach((row, entry) => {
    out.begin();
    asked.write(entry, out);
    const end = endOf(table.lineFirst, row, table.lineUnits.length);
    for (let line = table.lineFirst.at(row); line < end; line++) {
      const kind = table.lineKinds.at(line);
      // Thoughts that later requests lack are neither said nor lost.
      if (kind === lineKind.thought && !input.thoughts) continue;
      const said = isSaid(table, row, line, input.thoughts);
      const own = kind === lineKind.call ? call + table.lineParts.at(line) : -1;
      out.line(table.lineUnits.at(line), said ? lineFlag.said : 0, own);
      eachMention(table, line, (name) => {
        if (intAt(input.number, name) >= 0) out.name(intAt(input.number, name));
      });
      const names = out.end();
      if (own >= 0) asked.keep(own, names);
    }
    call +=
      endOf(table.calls.callFirst, row, table.calls.same.length) - table.calls.callFirst.at(row);
  });
  return out.finish();
}

/** The names that calls ask for stand for their results too, though these do not repeat them. */
class AskedNames {
  readonly #names = new Map<number, number[]>();
  readonly #answered = new Map<number, number[]>();

  constructor({ calls }: LineInput) {
    calls.answer.forEach((entry, call) => {
      if (entry < 0) return;
      const known = this.#answered.get(entry);
      if (known === undefined) this.#answered.set(entry, [call]);
      else known.push(call);
    });
  }

  keep(call: number, names: readonly number[]): void {
    const known = this.#names.get(call) ?? [];
    // A call that writes a file holds the file's names: what it asks for stands in its first lines.
    for (const name of names) if (known.length < MOST_ASKED) known.push(name);
    this.#names.set(call, known);
  }

  write(entry: number, out: LineWriter): void {
    const calls = this.#answered.get(entry) ?? [];
    const names = new Set(calls.flatMap((call) => this.#names.get(call) ?? []));
    if (names.size === 0) return;
    out.line(0, lineFlag.asked, -1);
    for (const name of names) out.name(name);
    out.end();
  }
}

/** Most names of a call that stand for its result. */
const MOST_ASKED = 8;
