import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf } from '../../mechanisms/loose-json';
import { KimiThread } from './thread';

/** The session and the agent in the path of a log. */
const PATH = /([^/\\]+)[/\\]agents[/\\]([^/\\]+)[/\\]wire\.jsonl$/;

/** Reads the log of one agent; each first record begins another one, where files were joined. */
export class KimiReader extends CountedReader {
  #thread: KimiThread | null = null;

  protected take(value: Json, at: number | string): void {
    const record = fieldsOf(value);
    const type = textOf(record?.['type']);
    if (record === null || type === null) {
      return this.context.receipt.lose('not a record with a type', at);
    }
    if (type === 'metadata') this.close();
    this.#thread ??= this.#begin(textOf(record['agentId']));
    this.#thread.record(type, record, at);
  }

  #begin(named: string | null): KimiThread {
    const [, session, inPath] = PATH.exec(this.context.file) ?? [];
    const id = this.unique(session ?? this.context.file);
    return new KimiThread(this.context, id, inPath ?? named);
  }

  protected close(): void {
    if (this.#thread !== null) for (const draft of this.#thread.sessions()) this.session(draft);
    this.#thread = null;
  }
}
