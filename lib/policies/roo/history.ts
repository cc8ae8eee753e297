import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RooSettings } from './settings';

const { user: USER } = entryFlag;

/** A log as Roo's messages: what one side says until the other does is one message. */
interface RooMessages {
  /** First entry of each message; the last item is the number of entries. */
  readonly starts: Int32Array;
  /** Message of each entry. */
  readonly messageOf: Int32Array;
}

/** The messages of a profile, made once. */
export const rooMessages = oncePer(listed);

function listed({ entries, entryCount }: Profile): RooMessages {
  const messageOf = new Int32Array(entryCount);
  const starts: number[] = [];
  let side = -1;
  for (let entry = 0; entry < entryCount; entry++) {
    const own = byteAt(entries.flags, entry) & USER;
    if (own !== side) starts.push(entry);
    side = own;
    messageOf[entry] = starts.length - 1;
  }
  return { starts: Int32Array.from([...starts, entryCount]), messageOf };
}

/** Messages that a condensing keeps besides the first. */
const TAIL = 3;

/**
 * The messages that Roo stores, by their places: the log's, with summaries among them. A truncation counts hidden ones
 * too where those are kept; that is why it must be known where a summary stands.
 */
export class RooHistory {
  /** Place of a message of the log behind the newest summary, less its number in the log. */
  #shift = 0;
  /** Place of the newest summary; −1 for none. */
  #summary = -1;
  /** The places from 1 up to this one are hidden by truncations. */
  #hidden = 0;

  forget(): void {
    this.#shift = 0;
    this.#summary = -1;
    this.#hidden = 0;
  }

  get condensed(): boolean {
    return this.#summary >= 0;
  }

  /** The newest summary is not hidden by a truncation. */
  get summarised(): boolean {
    return this.#summary > this.#hidden;
  }

  /** The log's first message of those that are sent behind the first and the summary. */
  get from(): number {
    return Math.max(this.#summary, this.#hidden) + 1 - this.#shift;
  }

  /** Of `count` messages of the log, the first that a condensing would keep behind the summary. */
  tail(count: number): number {
    const kept = Math.max(0, count + this.#shift - TAIL);
    return Math.max(kept, this.#hidden + 1) - this.#shift;
  }

  /**
   * True where a condensing has something to summarise. `parted`: the first message it keeps is summarised too, since
   * its results lose their calls.
   */
  condenses(count: number, kind: RooSettings['condense'], parted: boolean): boolean {
    const length = count + this.#shift;
    if (kind === 'all') {
      return this.condensed ? length - this.#summary > 2 : length > 1;
    }
    const kept = Math.max(0, length - TAIL);
    if (this.#summary >= kept) return false;
    return this.condensed || kept + (parted ? 1 : 0) > 1;
  }

  /** A summary stands before the log's message `kept`, behind all that are before it. */
  condense(kept: number, kind: RooSettings['condense']): void {
    if (kind === 'last-3-deleted') {
      this.#summary = 1;
      this.#shift = 2 - kept;
      this.#hidden = 0;
      return;
    }
    this.#summary = kept + this.#shift;
    this.#shift++;
  }

  /** Hides half of the stored messages behind the first, an even number of them; returns how many. */
  truncate(count: number, kind: RooSettings['condense']): number {
    const visible = count + this.#shift - this.#hidden;
    const half = Math.max(0, Math.floor((visible - 1) * 0.5));
    const removed = half - (half % 2);
    if (kind !== 'last-3-deleted') this.#hidden += removed;
    else if (removed > 0) {
      this.#summary = -1;
      this.#shift -= removed;
    }
    return removed;
  }
}
