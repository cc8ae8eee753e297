import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { OpenCodeSession } from './session';

/** Reads one exported session, a list of them, or the messages of one session. */
export class OpenCodeDocument extends CountedReader {
  readonly #ids = new Set<string>();
  /** The session whose messages follow. */
  #open: OpenCodeSession | 'repeated' | null = null;
  /** True if the document is a list of messages; null until an element is seen. */
  #loose: boolean | null = null;

  protected take(value: Json, at: number | string, list?: string): void {
    if (list === undefined) {
      // The elements of a list follow it.
      if (!Array.isArray(value)) this.#export(value, at);
    } else if (list !== '[]') this.#message(value, at);
    else this.#element(value, at);
  }

  /** Takes an element: a list holds sessions, or the messages of one; the first decides. */
  #element(value: unknown, at: number | string): void {
    const message = fieldsOf(value);
    this.#loose ??= Array.isArray(message?.['parts']);
    if (!this.#loose) return this.#export(value, at);
    if (this.#open === null) {
      const sessionId = textOf(fieldsOf(message?.['info'])?.['sessionID']);
      this.#begin({ id: sessionId ?? this.context.file });
    }
    this.#message(value, at);
  }

  #export(value: unknown, at: number | string): void {
    this.close();
    const info = fieldsOf(fieldsOf(value)?.['info']);
    if (info === null) this.context.receipt.lose('not an exported session', at);
    else this.#begin(info);
  }

  #begin(info: Fields): void {
    const id = textOf(info['id']) ?? this.context.file;
    if (this.#ids.has(id)) this.#open = 'repeated';
    else this.#open = new OpenCodeSession(this.context, info, id);
    this.#ids.add(id);
  }

  #message(value: unknown, at: number | string): void {
    const { receipt } = this.context;
    const message = fieldsOf(value);
    const about = fieldsOf(message?.['info']);
    if (this.#open === 'repeated') receipt.merge('repeated session', at);
    else if (about === null || this.#open === null) receipt.lose('not a message', at);
    else this.#open.message(about, listOf(message?.['parts']), at);
  }

  protected close(): void {
    const drafts = this.#open === null || this.#open === 'repeated' ? [] : this.#open.finish();
    this.#open = null;
    for (const draft of drafts) this.session(draft);
  }
}
