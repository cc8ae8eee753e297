import { GrowableInts } from '@/lib/engine/base/growable';
import { textHash } from '@/lib/engine/base/text-hash';
import type { Json, Part } from '@/lib/engine/session/schema';
import { callIdentity } from '../calls/call-identity';
import { CallIds } from '../calls/call-pairs';
import { isMap } from '../contextguard';
import { callEffect, callEffects } from './call-effect';

/** Calls and results of measured entries: who is alike, and what a call does; one row per entry. */
export class CallTable {
  readonly ids = new CallIds();
  /** First call and first response of each row. */
  readonly callFirst = new GrowableInts();
  readonly responseFirst = new GrowableInts();
  /** Of every call: a number that equal calls share, its effect, the first path or address it names (−1: none). */
  readonly same = new GrowableInts();
  readonly effects = new GrowableInts();
  readonly subjects = new GrowableInts();
  /** Of every response: a number that equal results share, and its UTF-16 units. */
  readonly results = new GrowableInts();
  readonly resultUnits = new GrowableInts();
  readonly #calls = new Map<string, number>();
  readonly #results = new Map<number, number>();

  /** Begins the row of an entry. */
  begin(parts: readonly Part[]): void {
    this.ids.push(parts);
    this.callFirst.push(this.same.length);
    this.responseFirst.push(this.results.length);
  }

  /** Adds a call; numbers alone say nothing of it. */
  call(part: Part, subject: number): void {
    const identity = callIdentity(part) ?? '';
    this.same.push(numberOf(this.#calls, identity));
    const effect = part.kind === 'call' ? callEffect(part.name, part.args) : 'none';
    this.effects.push(callEffects.indexOf(effect));
    this.subjects.push(subject);
  }

  /** Adds a response of so many units. */
  response(part: Part, units: number): void {
    const text = part.kind === 'response' ? JSON.stringify(plainResult(part.response)) : '';
    this.results.push(numberOf(this.#results, textHash(text)));
    this.resultUnits.push(units);
  }
}

function numberOf<K>(known: Map<K, number>, key: K): number {
  const number = known.get(key) ?? known.size;
  known.set(key, number);
  return number;
}

/** What runs a command may count its time above the output: two equal outputs are equal results. */
const RUNNER = /^(Command: [^\n]*\n)?(Chunk ID: [^\n]*\n)?Wall time: [^\n]*\n/;
const OUTPUT = '\nOutput:\n';

function plainResult(response: Json): Json {
  const text = isMap(response) ? response['result'] : response;
  if (typeof text !== 'string' || !RUNNER.test(text)) return response;
  const at = text.indexOf(OUTPUT);
  return at < 0 ? response : text.slice(at + OUTPUT.length);
}
