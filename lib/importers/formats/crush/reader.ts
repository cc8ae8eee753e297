import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { CrushSession } from './session';

/** Reads the rows of `sessions`, then those of `messages`, one session after the other. */
export class CrushReader extends CountedReader {
  protected override empty = 'The database holds no session.';
  protected override nothing = 'The database holds no model call.';
  readonly #rows = new Map<string, Fields>();
  #open: { readonly id: string; readonly session: CrushSession } | null = null;

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const record = fieldsOf(value);
    const row = fieldsOf(record?.['row']) ?? {};
    if (record?.['table'] === 'sessions') {
      this.#rows.set(textOf(row['id']) ?? String(at), row);
      receipt.merge('facts about a session', at);
    } else if (record?.['table'] === 'messages') this.#session(row).message(row, at);
    else receipt.drop('row of another table', at);
  }

  #session(row: Fields): CrushSession {
    const id = textOf(row['session_id']) ?? this.context.file;
    if (this.#open?.id === id) return this.#open.session;
    this.close();
    const known = this.#rows.get(id) ?? {};
    this.#rows.delete(id);
    const session = new CrushSession(this.context, this.unique(id), known);
    this.#open = { id, session };
    return session;
  }

  protected close(): void {
    if (this.#open !== null) this.session(this.#open.session.finish());
    this.#open = null;
  }
}
