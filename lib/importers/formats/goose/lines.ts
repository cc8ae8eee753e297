import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { GooseSession } from './session';

/** Reads a session's file: a line of facts, which the oldest ones lack, then a message a line. */
export class GooseLines extends CountedReader {
  #open: GooseSession | null = null;

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const line = fieldsOf(value);
    if (line === null) return receipt.lose('not an object', at);
    if (textOf(line['role']) === null) {
      if (!('message_count' in line)) return receipt.lose('neither facts nor a message', at);
      this.close();
      this.#begin(line);
      return receipt.merge('facts about a session', at);
    }
    const session = this.#open ?? this.#begin({});
    session.message(
      { role: line['role'], created: line['created'], metadata: line['metadata'] },
      line['content'],
      at,
    );
  }

  #begin(row: Fields): GooseSession {
    const named = this.context.file.replace(/^.*[/\\]/, '').replace(/\.jsonl$/, '');
    const id = this.unique(textOf(row['id']) ?? named);
    this.#open = new GooseSession(this.context, { id, row, ledger: [] });
    return this.#open;
  }

  protected close(): void {
    if (this.#open !== null) this.session(this.#open.finish());
    this.#open = null;
  }
}
