/** Joins the calls and results of a log that gives them no ids: a result is that of the oldest open call. */
export class CallsInOrder {
  #open: string[] = [];
  #calls = 0;

  /** The id of the next call. */
  call(): string {
    const callId = `call-${++this.#calls}`;
    this.#open.push(callId);
    return callId;
  }

  /** The id of the call that the next result belongs to; null where none is open. */
  result(): string | null {
    return this.#open.shift() ?? null;
  }

  /** No later result belongs to a call so far. */
  clear(): void {
    this.#open = [];
  }
}
