import { textOf, numberOf, type Fields } from '../../mechanisms/loose-json';
import type { UiCompaction } from './ui';

/** A summary or a truncation's mark of Roo Code: other messages name it as what hides them. */
export interface Hider {
  readonly id: string;
  readonly message: Fields;
  /** Number of the first message that was written after it, where no time tells. */
  readonly before: number;
  /** What the user interface lists of it; null for nothing. */
  readonly listed: UiCompaction | null;
}

/** Messages that stay behind a summary of the model's, up to 3.42: they were there when it was written. */
const KEPT = 3;

/** Identifier of a summary or a truncation's mark; null for other messages. */
export function hiderOf(message: Fields): string | null {
  if (message['isSummary'] === true) return textOf(message['condenseId']) ?? ' ';
  return message['isTruncationMarker'] === true ? textOf(message['truncationId']) : null;
}

/** Identifiers of what hides a message. */
export const hidersOf = (message: Fields): readonly string[] =>
  [message['condenseParent'], message['truncationParent']].flatMap((id) => textOf(id) ?? []);

/** What hides messages of one task, in the order in which it was made. */
export class Hiders {
  readonly #named: ReadonlyMap<string, UiCompaction>;
  readonly #unnamed: readonly UiCompaction[];
  /** Messages that each hides. */
  readonly #hidden = new Map<string, number>();
  #queue: Hider[] = [];
  #next = 0;

  constructor(compactions: readonly UiCompaction[]) {
    this.#named = new Map(compactions.flatMap((one) => (one.id === null ? [] : [[one.id, one]])));
    this.#unnamed = compactions.filter(({ id }) => id === null);
  }

  /** Takes the next message of the history, hidden or not. */
  see(message: Fields, index: number): void {
    for (const one of hidersOf(message)) {
      this.#hidden.set(one, (this.#hidden.get(one) ?? 0) + 1);
    }
    const id = hiderOf(message);
    if (id === null) return;
    const before = index + 1 + this.#there(id, message);
    this.#queue.push({ id, message, before, listed: this.#named.get(id) ?? null });
  }

  /**
   * Messages behind it in the file that were there when it was made. A truncation hides half of what is
   * behind the first message, so it leaves at least as many.
   */
  #there(id: string, message: Fields): number {
    if (message['isTruncationMarker'] === true) return this.#hidden.get(id) ?? 0;
    return message['role'] === 'assistant' ? KEPT : 0;
  }

  /**
   * Puts them in the order of the user interface's times, once the whole history was seen: a mark may
   * stand before a summary that is older. Where it lists no ids, older summaries were deleted.
   */
  order(): void {
    const without = this.#queue.filter(({ listed }) => listed === null).length;
    let unnamed = Math.max(0, this.#unnamed.length - without);
    let key = -Infinity;
    const keyed = this.#queue.map((one) => {
      const listed = one.listed ?? this.#unnamed[unnamed++] ?? null;
      key = listed?.time ?? key;
      return { key, hider: { ...one, listed } };
    });
    this.#queue = keyed.sort((a, b) => a.key - b.key).map(({ hider }) => hider);
  }

  /** The next that was made before a message; null for none. */
  due(message: { readonly time: number | null; readonly index: number }): Hider | null {
    const next = this.#queue[this.#next];
    if (next === undefined) return null;
    const made = next.listed?.time ?? null;
    const { time, index } = message;
    if (made === null || time === null ? index < next.before : time < made) return null;
    this.#next++;
    return next;
  }
}

/** When it was made, in milliseconds; null where nothing tells: a kept message's time stands in its place. */
export const madeAt = ({ listed, message }: Hider): number | null =>
  listed?.time ??
  (message['role'] === 'user' && message['isSummary'] === true ? numberOf(message['ts']) : null);
