import { GrowableInts } from '@/lib/engine/base/growable';
import type { NamedLines } from './reference-index';

/** Writes lines one after the other; a line without a name is left out. */
export class LineWriter {
  readonly #first = new GrowableInts();
  readonly #units = new GrowableInts();
  readonly #flags = new GrowableInts();
  readonly #call = new GrowableInts();
  readonly #nameFirst = new GrowableInts();
  readonly #names = new GrowableInts();
  #open: readonly [units: number, flags: number, call: number] = [0, 0, -1];
  #own: number[] = [];

  begin(): void {
    this.#first.push(this.#units.length);
  }

  line(units: number, flags: number, call: number): void {
    this.#open = [units, flags, call];
    this.#own = [];
  }

  name(name: number): void {
    this.#own.push(name);
  }

  end(): readonly number[] {
    const [units, flags, call] = this.#open;
    if (this.#own.length === 0) return [];
    this.#units.push(units);
    this.#flags.push(flags);
    this.#call.push(call);
    this.#nameFirst.push(this.#names.length);
    for (const name of this.#own) this.#names.push(name);
    return this.#own;
  }

  finish(): NamedLines {
    this.begin();
    this.#nameFirst.push(this.#names.length);
    return {
      first: this.#first.slice(),
      units: this.#units.slice(),
      flags: Uint8Array.from(this.#flags.slice()),
      call: this.#call.slice(),
      nameFirst: this.#nameFirst.slice(),
      names: this.#names.slice(),
    };
  }
}
