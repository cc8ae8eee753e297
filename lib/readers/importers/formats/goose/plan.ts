import { joinedTexts } from '../../mechanisms/messages/parts';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import type { GooseMessage } from './message';

/** What happens in a session, in order. */
export type GooseEvent =
  | { readonly kind: 'entry'; readonly message: GooseMessage }
  | { readonly kind: 'step'; readonly message: GooseMessage; readonly afterTools: boolean }
  | { readonly kind: 'compaction'; readonly compaction: Partial<RecordedCompaction> };

/** A session's events, and the fate of the messages that are none. */
export interface GoosePlan {
  readonly events: readonly GooseEvent[];
  readonly merged: readonly (readonly [reason: string, at: number | string])[];
  readonly dropped: readonly (readonly [reason: string, at: number | string])[];
  /** Messages that were taken from the model without a summary of the whole. */
  readonly taken: readonly (number | string)[];
}

/**
 * A compaction: goose's summary as a user's message, and the assistant's that tells to go on; the
 * user sees neither.
 */
const isSummary = (messages: readonly GooseMessage[], i: number): boolean => {
  const [summary, next] = [messages[i], messages[i + 1]];
  if (summary === undefined || next === undefined) return false;
  return !summary.model && summary.silent !== null && next.model && next.silent !== null;
};

/** Arranges the messages of a session. */
export function planOf(messages: readonly GooseMessage[]): GoosePlan {
  const planner = new Planner(messages);
  for (let i = 0; i < messages.length;) i = planner.take(i);
  return planner;
}

class Planner implements GoosePlan {
  readonly events: GooseEvent[] = [];
  readonly merged: (readonly [string, number | string])[] = [];
  readonly dropped: (readonly [string, number | string])[] = [];
  readonly taken: (number | string)[] = [];
  readonly #lastSummary: number;
  #entries = 0;
  /** The newest text of the user, and its place in the log. */
  #said: { readonly key: string; readonly entry: number } | null = null;
  #answering: GooseMessage | null = null;
  #called: GooseMessage | null = null;
  #afterTools = false;

  constructor(private readonly messages: readonly GooseMessage[]) {
    this.#lastSummary = messages.findLastIndex((_, i) => isSummary(messages, i));
  }

  /** Takes the message at a position; returns the next one's. */
  take(i: number): number {
    const message = this.messages[i];
    if (message === undefined) return i + 1;
    if (isSummary(this.messages, i)) return this.#summary(i);
    if (message.refused !== null) this.#step(message);
    else if (message.ref === null) {
      this.dropped.push([`not part of a request: ${message.unsent ?? 'empty'}`, message.at]);
    } else if (message.hidden && i > this.#lastSummary) this.#hidden(message);
    else this.#message(message);
    return i + 1;
  }

  /** A message that is not sent although no summary replaces it. */
  #hidden(message: GooseMessage): void {
    if (!message.tools) {
      this.dropped.push(['not part of a request: hidden from the model', message.at]);
      return;
    }
    this.taken.push(message.at);
    this.#message(message);
  }

  #message(message: GooseMessage): void {
    if (message.model) {
      if (!this.#continues(message)) this.#step(message);
      this.#answering = message;
      if (message.tools) this.#called = message;
    } else {
      this.#answering = null;
      this.#afterTools = message.tools;
      if (!message.tools) this.#called = null;
      if (message.said !== null) this.#said = { key: message.said, entry: this.#entries };
    }
    this.events.push({ kind: 'entry', message });
    this.#entries++;
  }

  /**
   * True for a further message of the answer that is being recorded. Where each of its calls has a
   * message of its own, with its result behind it, they all have the second of the first one.
   */
  #continues(message: GooseMessage): boolean {
    if (this.#answering !== null) return true;
    const called = this.#called;
    if (called === null || !message.onlyCalls) return false;
    return called.seconds !== null && called.seconds === message.seconds;
  }

  #step(message: GooseMessage): void {
    this.events.push({ kind: 'step', message, afterTools: this.#afterTools });
  }

  #summary(i: number): number {
    const [summary, next, copy] = this.messages.slice(i, i + 3);
    if (summary === undefined || next === undefined) return i + 1;
    const copied = this.#said !== null && copy?.silent === null && copy.said === this.#said.key;
    const parts = [...(summary.silent ?? []), ...(next.silent ?? [])];
    this.events.push({
      kind: 'compaction',
      compaction: {
        kind: 'summary',
        trigger: triggerOf(joinedTexts(next.silent ?? [])),
        summary: parts.filter(({ kind }) => kind !== 'thought'),
        kept: copied && this.#said !== null ? [[this.#said.entry, this.#said.entry + 1]] : [],
        time: summary.time,
      },
    });
    for (const { at } of [summary, next]) this.merged.push(['part of a compaction', at]);
    if (copied && copy !== undefined) this.merged.push(['copy of a kept message', copy.at]);
    this.#answering = null;
    this.#called = null;
    if (copied) this.#afterTools = false;
    return i + (copied ? 3 : 2);
  }
}

/** goose's own words say who asked for a compaction. */
function triggerOf(text: string): RecordedCompaction['trigger'] {
  const words = text.trim();
  if (words.startsWith('Your context was compacted at the user')) return 'manual';
  if (words.startsWith('Your context was compacted')) return 'auto';
  return /^The previous message contains a summary.*because a context limit/.test(words)
    ? 'auto'
    : 'unknown';
}
