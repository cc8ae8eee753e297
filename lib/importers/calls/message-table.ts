import { textHash } from '@/lib/base/text-hash';
import type { EntryRef, EntryStore } from '@/lib/session/draft';
import type { Entry, Part } from '@/lib/session/schema';
import type { Message } from './recorded-call';
import { SummaryParts } from './summary-parts';

/** What a chain of requests needs to know of a stored message. */
interface StoredMessage {
  readonly role: Entry['role'];
  /** Length of its JSON: enough to tell which of two is the smaller. */
  readonly size: number;
  /** Ids of the calls it answers; null where it answers none. */
  readonly answers: readonly string[] | null;
}

/**
 * Stores each distinct message once: every request of a log repeats those before it. Thoughts do
 * not tell messages apart, since clients send them for a while and then leave them out.
 */
export class MessageTable {
  readonly #store: EntryStore;
  readonly #known = new Map<number, EntryRef>();
  readonly #messages = new Map<EntryRef, StoredMessage>();
  /** The parts of messages that may turn out to be summaries. */
  readonly summaries = new SummaryParts();

  constructor(store: EntryStore) {
    this.#store = store;
  }

  /** Refs of the messages that hold anything, in order. */
  refs(messages: readonly Message[], at: number | string, time: string | null): Int32Array {
    const refs: number[] = [];
    for (const message of messages) {
      if (message.parts.length > 0) refs.push(this.#ref(message, refs.length, at, time));
    }
    return Int32Array.from(refs);
  }

  message(ref: EntryRef): StoredMessage {
    const message = this.#messages.get(ref);
    if (message === undefined) throw new Error(`No message is stored under ${ref}`);
    return message;
  }

  #ref(message: Message, place: number, at: number | string, time: string | null): EntryRef {
    const { role, parts, label } = message;
    const spoken = parts.filter(({ kind }) => kind !== 'thought');
    const text = JSON.stringify([role, spoken.length > 0 ? spoken : parts]);
    const key = textHash(text);
    const known = this.#known.get(key);
    if (known !== undefined && this.message(known).size === text.length) return known;
    const ref = this.#store.entry({
      role,
      parts,
      origin: at,
      ...(time === null ? {} : { time }),
      ...(label === undefined ? {} : { label }),
    });
    this.#known.set(key, ref);
    this.#messages.set(ref, { role, size: text.length, answers: answersOf(parts) });
    this.summaries.remember(ref, message, place, text.length);
    return ref;
  }
}

function answersOf(parts: readonly Part[]): readonly string[] | null {
  const ids = parts.flatMap((part) => (part.kind === 'response' ? [part.id ?? part.name] : []));
  return ids.length === 0 ? null : ids;
}
