import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { jsonIn } from '../../mechanisms/messages/json-text';
import { GooseSession } from './session';

/** Reads the rows of `sessions` and of the ledger, then those of `messages`, session by session. */
export class GooseDatabase extends CountedReader {
  protected override empty = 'The database holds no session.';
  protected override nothing = 'The database holds no model call.';
  readonly #rows = new Map<string, Fields>();
  readonly #ledgers = new Map<string, Fields[]>();
  #open: { readonly id: string; readonly session: GooseSession } | null = null;

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const record = fieldsOf(value);
    const row = fieldsOf(record?.['row']) ?? {};
    switch (record?.['table']) {
      case 'sessions':
        this.#rows.set(textOf(row['id']) ?? String(at), row);
        return receipt.merge('facts about a session', at);
      case 'usage_ledger':
        this.#count(row);
        return receipt.merge('counts of a call', at);
      case 'messages':
        return this.#message(row, at);
      default:
        return receipt.drop('row of another table', at);
    }
  }

  #count(row: Fields): void {
    const id = textOf(row['session_id']) ?? '';
    const ledger = this.#ledgers.get(id);
    if (ledger === undefined) this.#ledgers.set(id, [row]);
    else ledger.push(row);
  }

  #message(row: Fields, at: number | string): void {
    const content = jsonIn(textOf(row['content_json']) ?? '');
    const metadata = jsonIn(textOf(row['metadata_json']) ?? '');
    const raw = { role: row['role'], created: row['created_timestamp'], metadata };
    this.#session(row).message(raw, content, at);
  }

  #session(row: Fields): GooseSession {
    const id = textOf(row['session_id']) ?? this.context.file;
    if (this.#open?.id === id) return this.#open.session;
    this.close();
    const known = this.#rows.get(id) ?? {};
    const ledger = this.#ledgers.get(id) ?? [];
    this.#ledgers.delete(id);
    const facts = { id: this.unique(id), row: known, ledger };
    const session = new GooseSession(this.context, facts);
    this.#open = { id, session };
    return session;
  }

  protected close(): void {
    if (this.#open !== null) this.session(this.#open.session.finish());
    this.#open = null;
  }
}
