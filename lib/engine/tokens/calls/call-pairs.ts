import { GrowableInts } from '@/lib/engine/base/growable';
import { intAt } from '@/lib/engine/base/read';
import type { Part } from '@/lib/engine/session/schema';
import { callIdentity } from './call-identity';

/** A call of a log: its entry, and whether a response answered it. */
interface OpenCall {
  readonly entry: number;
  /** Its number among the calls of the log. */
  readonly number: number;
  readonly id: number;
  /** Entries back to the newest earlier one with the same call; 0 for none. */
  readonly repeats: number;
  answered: boolean;
}

/** What is known of every response of a log, in its order. */
interface AnsweredCalls {
  /** How many entries its call is before it; 0 where it answers none. */
  readonly distances: Int32Array;
  /** How many entries before that call the same one was made; 0 for a first one, and for no call. */
  readonly repeats: Int32Array;
  /** The number of its call among the calls of the log; −1 where it answers none. */
  readonly numbers: Int32Array;
}

/** Identifiers of the calls and responses of measured entries, one row per entry; 0 for none. */
export class CallIds {
  readonly #numbers = new Map<string, number>();
  readonly #identities = new Map<string, number>();
  readonly #calls = new Rows();
  /** Of every call, a number that equal calls share; 0 where it is not known. */
  readonly #same = new Rows();
  readonly #responses = new Rows();

  /** Adds the row of an entry. */
  push(parts: readonly Part[]): void {
    for (const part of parts) {
      const kind = part.kind === 'sized' ? part.of : part.kind;
      if (kind === 'call') {
        this.#calls.add(this.#number(part));
        this.#same.add(this.#identity(part));
      }
      if (kind === 'response') this.#responses.add(this.#number(part));
    }
    this.#calls.end();
    this.#same.end();
    this.#responses.end();
  }

  /**
   * Pairs the calls and responses of a log. A response has the call of its id, also after it was
   * answered; without an id the oldest open call, with an id of no call the oldest open one without.
   */
  answers(rows: readonly number[]): AnsweredCalls {
    const distances: number[] = [];
    const repeats: number[] = [];
    const numbers: number[] = [];
    let calls = 0;
    const made = new Map<number, number>();
    const known = new Map<number, OpenCall>();
    const all = new OpenCalls();
    const unnamed = new OpenCalls();
    rows.forEach((row, entry) => {
      for (const id of this.#responses.of(row)) {
        const call = known.get(id) ?? (id === 0 ? all : unnamed).oldest();
        if (call !== undefined) call.answered = true;
        distances.push(call === undefined ? 0 : entry - call.entry);
        repeats.push(call?.repeats ?? 0);
        numbers.push(call?.number ?? -1);
      }
      const same = this.#same.of(row);
      this.#calls.of(row).forEach((id, i) => {
        const before = made.get(same[i] ?? 0);
        const call = {
          entry,
          number: calls++,
          id,
          repeats: before === undefined ? 0 : entry - before,
          answered: false,
        };
        all.push(call);
        if (id === 0) unnamed.push(call);
        else known.set(id, call);
      });
      // Two equal calls of one entry repeat an earlier one, not each other.
      for (const one of same) if (one !== 0) made.set(one, entry);
    });
    return {
      distances: Int32Array.from(distances),
      repeats: Int32Array.from(repeats),
      numbers: Int32Array.from(numbers),
    };
  }

  #identity(part: Part): number {
    const identity = callIdentity(part);
    if (identity === null) return 0;
    const known = this.#identities.get(identity) ?? this.#identities.size + 1;
    this.#identities.set(identity, known);
    return known;
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
    return this.#values.slice(row === 0 ? 0 : this.#ends.at(row - 1), this.#ends.at(row));
  }
}

/** Columns of a profile that pair calls and responses. */
interface PairColumns {
  readonly calls: Int32Array;
  readonly responses: Int32Array;
  readonly responseCalls: Int32Array;
}

/** For each response, by its number in log order, the entry that answers and the entry that called; −1 for none. */
export function eachAnswer(
  { responses, responseCalls }: Pick<PairColumns, 'responses' | 'responseCalls'>,
  visit: (entry: number, call: number, response: number) => void,
): void {
  let k = 0;
  for (let entry = 0; entry < responses.length; entry++) {
    const end = Math.min(k + intAt(responses, entry), responseCalls.length);
    for (; k < end; k++) {
      const back = intAt(responseCalls, k);
      visit(entry, back === 0 ? -1 : Math.max(-1, entry - back), k);
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
