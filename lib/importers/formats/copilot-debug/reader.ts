import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf } from '../../mechanisms/loose-json';
import { DebugSession } from './session';

/** Reads the entries of a log; each session that they name is one. */
export class CopilotDebugReader extends CountedReader {
  readonly #sessions = new Map<string, DebugSession>();

  protected take(value: Json, at: number | string): void {
    const { receipt, file } = this.context;
    const entry = fieldsOf(value);
    const attributes = fieldsOf(entry?.['attrs']);
    if (entry === null || attributes === null) return receipt.lose('not an entry', at);
    const id = textOf(entry['sid']) ?? file;
    let session = this.#sessions.get(id);
    if (session === undefined) {
      session = new DebugSession(this.context, id);
      this.#sessions.set(id, session);
    }
    session.entry(entry, attributes, at);
  }

  protected close(): void {
    for (const session of this.#sessions.values()) this.session(session.finish());
    this.#sessions.clear();
  }
}
