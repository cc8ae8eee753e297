/** Calls that are still open: where a summary may end without taking a call from its response. */
import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt } from '@/lib/engine/base/read';
import { eachAnswer } from '@/lib/engine/tokens/calls/call-pairs';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Per entry, the entry that answers the last of its calls; the number of entries for none yet; −1 without calls. */
const closedBy = oncePer(answers);

function answers({ entries, entryCount }: Profile): Int32Array {
  const closed = entries.calls.map((calls) => (calls > 0 ? entryCount : -1));
  const left = entries.calls.slice();
  eachAnswer(entries, (entry, call) => {
    if (call < 0) return;
    const open = intAt(left, call) - 1;
    left[call] = open;
    if (open === 0) closed[call] = entry;
  });
  return closed;
}

/** The first entry of [from, to) with a call that none before `end` answers, and whether none ever does; null for none. */
export function openCall(
  profile: Profile,
  from: number,
  to: number,
  end: number,
): { readonly entry: number; readonly never: boolean } | null {
  const closed = closedBy(profile);
  for (let entry = from; entry < to; entry++) {
    const answer = intAt(closed, entry);
    if (answer >= end) return { entry, never: answer >= profile.entryCount };
  }
  return null;
}

/** Looks for the ends of what may be summarised; going forward it reads each entry once. */
export class OpenCalls {
  readonly #closed: Int32Array;
  #from = 0;
  #at = 0;
  #reach = -1;
  #safe = 0;
  #pending = 0;

  constructor(profile: Profile) {
    this.#closed = closedBy(profile);
  }

  /** The last place in [from, to] such that every call since `from` is answered before it. */
  balanced(from: number, to: number): number {
    if (from !== this.#from || to < this.#at) {
      this.#from = from;
      this.#at = from;
      this.#reach = -1;
      this.#safe = from;
    }
    for (; this.#at < to; this.#at++) {
      this.#reach = Math.max(this.#reach, intAt(this.#closed, this.#at));
      if (this.#reach <= this.#at) this.#safe = this.#at + 1;
    }
    return this.#safe;
  }

  /** The first entry from `from` on with a call that none of the first `count` entries answers; `to` for none before it. */
  firstPending(from: number, to: number, count: number): number {
    let entry = Math.max(from, this.#pending);
    while (entry < to && intAt(this.#closed, entry) < count) entry++;
    this.#pending = entry;
    return entry;
  }
}
