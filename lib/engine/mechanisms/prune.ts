/** Old tool results made shorter, oldest first; they stay so. Never more than one pass a message. */
import { floatAt, intAt, sumBetween } from '@/lib/engine/base/read';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import type { SummaryView } from '@/lib/engine/policy/requests';
import type { Messages } from './messages';

/** Bytes left of a tool message of so many; the same number keeps it whole. */
type PruneRule = (bytes: number) => number;

/** Follows which tool messages of a log are shortened, and what they lost. */
export class ToolPruner {
  readonly #messages: Messages;
  readonly #input: PolicyInput;
  readonly #rule: PruneRule;
  /** Prefix sums of what messages lost, filled up to `next`. */
  readonly #tokens: Int32Array;
  readonly #real: Float64Array;
  /** The first message not looked at yet. */
  next = 0;
  /** Messages shortened by the last call, and the heuristic tokens they lost. */
  cut = 0;
  saved = 0;

  constructor(messages: Messages, input: PolicyInput, rule: PruneRule) {
    this.#messages = messages;
    this.#input = input;
    this.#rule = rule;
    this.#tokens = new Int32Array(messages.count + 1);
    this.#real = new Float64Array(messages.count + 1);
  }

  /** Shortens the tool messages before `end` that are at or after `from`, in requests of `view`. */
  prune(step: number, view: SummaryView, from: number, end: number): void {
    const { toolBytes, entryOf } = this.#messages;
    const { requests, notes } = this.#input;
    this.cut = 0;
    this.saved = 0;
    for (; this.next < end; this.next++) {
      const m = this.next;
      const bytes = intAt(toolBytes, m);
      const real = view.keptReal;
      // One that its marker would make longer stays as it is.
      const lost =
        bytes < 0 || m < from
          ? 0
          : Math.max(0, Math.floor(bytes / 4) - Math.floor(this.#rule(bytes) / 4));
      if (lost > 0) {
        const entry = intAt(entryOf, m);
        requests.elide(view, entry, lost, lost);
        notes.elisions.push({ step, entry, tokens: lost });
        this.cut++;
        this.saved += lost;
      }
      this.#tokens[m + 1] = intAt(this.#tokens, m) + lost;
      this.#real[m + 1] = floatAt(this.#real, m) + real - view.keptReal;
    }
  }

  /** Heuristic tokens that the messages [from, to) lost. */
  lost(from: number, to: number): number {
    const low = from < this.next ? from : this.next;
    const high = to < this.next ? to : this.next;
    return sumBetween(this.#tokens, low, high);
  }

  /** Takes out of a new view what its messages from `from` on lost so far. */
  carry(view: SummaryView, from: number): void {
    if (from >= this.next) return;
    const lost = this.lost(from, this.next);
    view.keptHeuristic -= lost;
    view.keptReference -= lost;
    view.keptReal -= floatAt(this.#real, this.next) - floatAt(this.#real, from);
  }
}
