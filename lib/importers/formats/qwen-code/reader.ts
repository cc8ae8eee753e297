import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { QwenThread } from './thread';

/** Reads the records of chats; a sub-agent's in the same file are a thread of their own. */
export class QwenReader extends CountedReader {
  readonly #threads = new Map<string, QwenThread>();

  protected take(value: Json, at: number | string): void {
    const record = fieldsOf(value);
    if (record === null) return this.context.receipt.lose('not an object', at);
    this.#threadOf(record).record(record, at);
  }

  #threadOf(record: Fields): QwenThread {
    const id = textOf(record['sessionId']) ?? this.context.file;
    const agent = textOf(record['agentId']);
    const key = `${id}\n${agent ?? ''}`;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = new QwenThread(this.context, id, agent);
      this.#threads.set(key, thread);
    }
    return thread;
  }

  protected close(): void {
    for (const thread of this.#threads.values()) {
      for (const draft of thread.sessions()) this.session(draft);
    }
    this.#threads.clear();
  }
}
