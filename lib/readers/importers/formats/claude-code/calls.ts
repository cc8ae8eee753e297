import { GrowableInts } from '@/lib/engine/base/growable';
import { Names } from '@/lib/engine/tokens/names';
import { IdTable, UNKNOWN } from '../../mechanisms/id-table';

/** Tool calls by id: their names, their messages and their answers. */
export class ToolCalls {
  readonly #ids = new IdTable();
  readonly #caller = new GrowableInts();
  readonly #answer = new GrowableInts();
  readonly #name = new GrowableInts();
  readonly #names = new Names();

  /** Name of the called tool; null until the call has been read. */
  readonly name = (id: string): string | null => {
    const row = this.#ids.get(id);
    return row === UNKNOWN ? null : (this.#names.all[this.#name.at(row)] ?? null);
  };

  /** Records that message node `caller` made a call. */
  made(id: string, name: string, caller: number): void {
    const row = this.#row(id);
    this.#caller.set(row, caller);
    this.#name.set(row, this.#names.index(name));
  }

  /** Records the result node of a call; the first one counts. */
  answered(id: string, node: number): void {
    const row = this.#row(id);
    if (this.#answer.at(row) < 0) this.#answer.set(row, node);
  }

  /** The node that made the call; −1 if the trace lacks it. */
  caller(id: string): number {
    const row = this.#ids.get(id);
    return row === UNKNOWN ? -1 : this.#caller.at(row);
  }

  /** The node that answered the call; −1 if the trace lacks it. */
  answer(id: string): number {
    const row = this.#ids.get(id);
    return row === UNKNOWN ? -1 : this.#answer.at(row);
  }

  #row(id: string): number {
    const known = this.#ids.get(id);
    if (known !== UNKNOWN) return known;
    const row = this.#caller.length;
    this.#ids.set(id, row);
    this.#caller.push(-1);
    this.#answer.push(-1);
    this.#name.push(-1);
    return row;
  }
}
