import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import type { SummaryView } from '@/lib/engine/policy/requests';
import { qwenChars } from './chars';

/** `[Old tool result content cleared]`, and `map[output:…]` around a text. */
const CLEARED = 33;
const PRINTED = 12;

/** What a pass cleared. */
export interface Clearing {
  readonly count: number;
  readonly chars: number;
}

/** Results of tools that Qwen Code's microcompaction clears, the oldest first. */
export class OldResults {
  readonly #input: PolicyInput;
  readonly #cleared: Uint8Array;
  /** Chars that cleared results lack, and those that they held, of the entries from `covered` on. */
  lost = 0;
  #held = 0;

  constructor(input: PolicyInput) {
    this.#input = input;
    this.#cleared = new Uint8Array(input.profile.entries.responseUnits.length);
  }

  /** A compaction or a restart: nothing in the view is cleared. */
  forget(): void {
    this.lost = 0;
    this.#held = 0;
  }

  /** The whole log is in the view again; what was cleared stays so. */
  restart(view: SummaryView): void {
    this.forget();
    const { profile } = this.#input;
    let entry = 0;
    for (let i = 0; i < this.#cleared.length; i++) {
      if (byteAt(this.#cleared, i) === 0) continue;
      while (intAt(profile.responseStart, entry + 1) <= i) entry++;
      this.#take(view, entry, intAt(profile.entries.responseUnits, i));
    }
  }

  /** Chars of results of the entries [from, end) that are not cleared. */
  #chars(from: number, end: number): number {
    const { responseStart } = this.#input.profile;
    const { responses } = qwenChars(this.#input.profile);
    const sum =
      floatAt(responses, intAt(responseStart, end)) -
      floatAt(responses, intAt(responseStart, from));
    return sum - this.#held;
  }

  /** Where they and those of [end, to) are more than `most` chars: the oldest, down to half. */
  beyond(
    step: number,
    view: SummaryView,
    [from, end, to]: readonly [number, number, number],
    { most, keep }: { readonly most: number; readonly keep: number },
  ): Clearing {
    const total = most < 0 ? -1 : this.#chars(from, to);
    if (total <= most) return { count: 0, chars: 0 };
    return this.clear(step, view, [from, end], keep, total - Math.floor(most / 2));
  }

  /** Clears results of [from, end) but the newest `keep`, until `enough` chars are gone; −1: all. */
  clear(
    step: number,
    view: SummaryView,
    [from, end]: readonly [number, number],
    keep: number,
    enough = -1,
  ): Clearing {
    const { responseStart, entries } = this.#input.profile;
    const first = intAt(responseStart, from);
    let last = intAt(responseStart, end);
    for (let kept = 0; last > first && kept < keep; last--) {
      if (this.#isOpen(last - 1)) kept++;
    }
    let chars = 0;
    let count = 0;
    let entry = from;
    for (let i = first; i < last && (enough < 0 || chars < enough); i++) {
      if (!this.#isOpen(i)) continue;
      while (intAt(responseStart, entry + 1) <= i) entry++;
      const own = intAt(entries.responseUnits, i);
      this.#cleared[i] = 1;
      chars += own;
      count++;
      const tokens = this.#take(view, entry, own);
      if (tokens > 0) this.#input.notes.elisions.push({ step, entry, tokens });
    }
    return { count, chars };
  }

  /** It holds a text and is not cleared. */
  #isOpen(response: number): boolean {
    return (
      byteAt(this.#cleared, response) === 0 &&
      intAt(this.#input.profile.entries.responseUnits, response) > 0
    );
  }

  /** Takes a result of so many chars out of its entry: the tokens that leave. */
  #take(view: SummaryView, entry: number, chars: number): number {
    this.#held += chars;
    this.lost += chars - CLEARED;
    // A shorter text than the notice in its place leaves the request as it is.
    const gone = Math.max(0, chars - CLEARED);
    const tokens = Math.trunc(gone / 4);
    const reference = Math.floor((PRINTED + chars) / 4) - Math.floor((PRINTED + CLEARED) / 4);
    this.#input.requests.elide(view, entry, tokens, reference);
    return tokens;
  }
}

/** Some of the entries [from, end) answers a call. */
export function hasResults({ profile }: PolicyInput, from: number, end: number): boolean {
  for (let entry = from; entry < end; entry++) {
    if ((byteAt(profile.entries.flags, entry) & entryFlag.response) !== 0) return true;
  }
  return false;
}
