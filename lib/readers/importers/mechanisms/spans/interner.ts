import { textHash } from '@/lib/engine/base/text-hash';
import type { Message } from '../calls/recorded-call';
import { sharedMessages } from '../calls/kept-call';
import type { Reading } from './reading';

/** A stored value and the length of its JSON. */
interface StoredValue {
  readonly value: unknown;
  readonly size: number;
}

/**
 * Stores each distinct value once: spans wait for their log records and their children, and every
 * request repeats the messages of those before it.
 */
export class Interner {
  readonly #held = new Map<number, StoredValue>();
  readonly #sizes = new Map<Message, number>();
  /** The stored messages of the request before. */
  #before: readonly Message[] = [];

  /** The stored equal value, or the value itself. */
  value<T>(value: T): T {
    return this.#hold(value).value as T;
  }

  /** A reading that shares messages, system prompt and tools with earlier readings. */
  reading(reading: Reading): Reading {
    return {
      ...reading,
      system: reading.system && this.value(reading.system),
      tools: reading.tools && this.value(reading.tools),
      messages: this.#request(reading.messages),
      output: reading.output.map((message) => this.#message(message)),
    };
  }

  /** Approximate characters of text in a message of a reading. */
  size(message: Message): number {
    return this.#sizes.get(message) ?? 0;
  }

  #request(messages: readonly Message[]): readonly Message[] {
    const before = this.#before;
    const shared = sharedMessages(messages, before);
    const held = messages.slice(shared).map((message) => this.#message(message));
    this.#before = [...before.slice(0, shared), ...held];
    return this.#before;
  }

  #message(message: Message): Message {
    const { value, size } = this.#hold(message);
    this.#sizes.set(value as Message, size);
    return value as Message;
  }

  #hold(value: unknown): StoredValue {
    const text = JSON.stringify(value);
    const key = textHash(text);
    const known = this.#held.get(key);
    if (known?.size === text.length) return known;
    const held = { value, size: text.length };
    this.#held.set(key, held);
    return held;
  }
}
