import { type KeptCall, sizeOf, type MessageTable } from './kept-call';

/**
 * Requests whose messages are only what is new in each call, though the log does not say so
 * (GitHub Copilot's `gen_ai.input.messages`; proposed for the GenAI convention:
 * https://github.com/open-telemetry/semantic-conventions-genai/issues/364). They are known by three
 * signs, never by a vendor's name:
 * - A request answers tool calls of an earlier response that it does not repeat. No provider accepts
 *   that as a whole request.
 * - It names the response that it continues and does not begin like an earlier request.
 * - Its prompt tokens exceed those of an earlier request of the same prefix by more than its own
 *   text can hold, and by no more than that request, its response and this text together.
 * A conversation's requests are deltas if more of them have a sign than begin like an earlier one.
 */
export interface Deltas {
  /** Calls of conversations whose requests are deltas. */
  readonly calls: ReadonlySet<KeptCall>;
  /** For requests with one of the first two signs: the call that they continue. */
  readonly answered: ReadonlyMap<KeptCall, KeptCall>;
}

/** Tokens that a provider's framing of a request may add or take. */
export const SLACK = 64;

/** Finds the deltas among the calls of a trace, in order of time. */
export function findDeltas(calls: readonly KeptCall[], table: MessageTable): Deltas {
  const lines = new Map<string, Line>();
  const answered = new Map<KeptCall, KeptCall>();
  for (const call of calls) {
    const key = JSON.stringify([call.conversation, call.lane]);
    const line = lines.get(key) ?? new Line(table, call.conversation !== null);
    lines.set(key, line);
    const before = line.take(call);
    if (before !== null) answered.set(call, before);
  }
  const deltas = [...lines.values()].filter((line) => line.votes > 0);
  return { calls: new Set(deltas.flatMap((line) => line.calls)), answered };
}

/** The calls of one conversation and lane. */
class Line {
  readonly calls: KeptCall[] = [];
  /** Requests that look like deltas, less those that repeat the beginning of an earlier one. */
  votes = 0;
  readonly #callers = new Map<string, KeptCall>();
  readonly #responses = new Map<string, KeptCall>();
  readonly #beginnings = new Set<number>();
  readonly #prefixes = new Map<number, { least: number; newest: KeptCall }>();

  constructor(
    private readonly table: MessageTable,
    private readonly named: boolean,
  ) {}

  /** Takes the next call; returns the one whose tool calls it answers without repeating them. */
  take(call: KeptCall): KeptCall | null {
    const [first] = call.refs;
    const before = call.carries === 'whole' ? this.#before(call) : null;
    if (call.carries === 'whole' && first !== undefined) {
      this.calls.push(call);
      if (before !== null) this.votes++;
      else if (this.#beginnings.has(first)) this.votes -= this.#isRetry(call) ? 0 : 1;
      else if (this.named && this.#exceedsItsText(call)) this.votes++;
      this.#beginnings.add(first);
    }
    for (const ref of [...call.refs, ...call.output]) {
      for (const id of this.table.message(ref).calls ?? []) this.#callers.set(id, call);
    }
    if (call.id !== null) this.#responses.set(call.id, call);
    this.#count(call);
    return before;
  }

  /** The call that a delta continues by what it answers, or by the response that it names. */
  #before(call: KeptCall): KeptCall | null {
    const answered = this.#answeredBy(call);
    const [first] = call.refs;
    if (answered !== null || call.previous === null || first === undefined) return answered;
    return this.#beginnings.has(first) ? null : (this.#responses.get(call.previous) ?? null);
  }

  #answeredBy(call: KeptCall): KeptCall | null {
    const made = new Set<string>();
    for (const ref of call.refs) {
      const { calls, answers } = this.table.message(ref);
      for (const id of calls ?? []) made.add(id);
      for (const id of answers ?? []) {
        const caller = made.has(id) ? undefined : this.#callers.get(id);
        if (caller !== undefined) return caller;
      }
    }
    return null;
  }

  #isRetry({ refs, prefix }: KeptCall): boolean {
    const newest = this.#prefixes.get(prefix)?.newest.refs;
    return newest?.length === refs.length && newest.every((ref, i) => ref === refs[i]);
  }

  #exceedsItsText(call: KeptCall): boolean {
    const known = this.#prefixes.get(call.prefix);
    const { real } = call.step;
    if (known === undefined || real === undefined || real === null) return false;
    const own = sizeOf(call.refs, this.table);
    const before = known.newest;
    const response = Math.max(before.step.output ?? 0, sizeOf(before.output, this.table));
    return (
      real > known.least + own + SLACK && real <= (before.step.real ?? 0) + response + own + SLACK
    );
  }

  #count(call: KeptCall): void {
    const { real } = call.step;
    if (real === undefined || real === null || call.step.rejected === true) return;
    const least = this.#prefixes.get(call.prefix)?.least ?? real;
    this.#prefixes.set(call.prefix, { least: Math.min(least, real), newest: call });
  }
}
