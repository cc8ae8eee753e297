import { GrowableInts } from '@/lib/base/growable';
import { intAt } from '@/lib/base/read';
import type { Part } from '@/lib/session/schema';

/** A call of a log: its entry, and whether a response answered it. */
interface OpenCall {
  readonly entry: number;
  readonly id: number;
  answered: boolean;
}

/** Identifiers of the calls and responses of measured entries, one row per entry; 0 for none. */
export class CallIds {
  readonly #numbers = new Map<string, number>();
  readonly #calls = new Rows();
  readonly #responses = new Rows();

  /** Adds the row of an entry. */
  push(parts: readonly Part[]): void {
    for (const part of parts) {
      const kind = part.kind === 'sized' ? part.of : part.kind;
      if (kind === 'call') this.#calls.add(this.#number(part));
      if (kind === 'response') this.#responses.add(this.#number(part));
    }
    this.#calls.end();
    this.#responses.end();
  }

  /**
   * For every response of a log in its order, how many entries its call is before it; 0 where it
   * answers none. A response has the call of its id, also after it was answered; without an id the
   * oldest open call, with an id of no call the oldest open one without.
   */
  distances(rows: readonly number[]): Int32Array {
    const found: number[] = [];
    const known = new Map<number, OpenCall>();
    const all = new OpenCalls();
    const unnamed = new OpenCalls();
    rows.forEach((row, entry) => {
      for (const id of this.#responses.of(row)) {
        const call = known.get(id) ?? (id === 0 ? all : unnamed).oldest();
        if (call !== undefined) call.answered = true;
        found.push(call === undefined ? 0 : entry - call.entry);
      }
      for (const id of this.#calls.of(row)) {
        const call = { entry, id, answered: false };
        all.push(call);
        if (id === 0) unnamed.push(call);
        else known.set(id, call);
      }
    });
    return Int32Array.from(found);
  }

  #number(part: Part): number {
    const id = 'id' in part ? part.id : undefined;
    if (id === undefined || id === '') return 0;
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/** Calls in their order; the oldest that nothing answered. */
class OpenCalls {
  readonly #calls: OpenCall[] = [];
  #first = 0;

  push(call: OpenCall): void {
    this.#calls.push(call);
  }

  oldest(): OpenCall | undefined {
    while (this.#calls[this.#first]?.answered === true) this.#first++;
    return this.#calls[this.#first];
  }
}

/** Rows of integers of any length, the first ones first. */
class Rows {
  readonly #values = new GrowableInts();
  readonly #ends = new GrowableInts();

  add(value: number): void {
    this.#values.push(value);
  }

  end(): void {
    this.#ends.push(this.#values.length);
  }

  of(row: number): Int32Array {
    return this.#values.all.subarray(row === 0 ? 0 : this.#ends.at(row - 1), this.#ends.at(row));
  }
}

/** Columns of a profile that pair calls and responses. */
interface PairColumns {
  readonly calls: Int32Array;
  readonly responses: Int32Array;
  readonly responseCalls: Int32Array;
}

/** For each response, in log order, the entry that answers and the entry that called; −1 for none. */
export function eachAnswer(
  { responses, responseCalls }: Pick<PairColumns, 'responses' | 'responseCalls'>,
  visit: (entry: number, call: number) => void,
): void {
  let k = 0;
  for (let entry = 0; entry < responses.length; entry++) {
    const end = Math.min(k + intAt(responses, entry), responseCalls.length);
    for (; k < end; k++) {
      const back = intAt(responseCalls, k);
      visit(entry, back === 0 ? -1 : Math.max(-1, entry - back));
    }
  }
}

/** For each entry the earliest one whose calls its responses answer; −1 without one. */
export function answeredCalls(columns: PairColumns): Int32Array {
  const callOf = new Int32Array(columns.calls.length).fill(-1);
  eachAnswer(columns, (entry, call) => {
    const known = intAt(callOf, entry);
    if (call >= 0 && (known < 0 || call < known)) callOf[entry] = call;
  });
  return callOf;
}
