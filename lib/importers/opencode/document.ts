import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { OpenCodeSession } from './session';

/** Reads one exported session, a list of them, or the messages of one session. */
export class OpenCodeDocument implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  /** The session whose messages come. */
  #open: OpenCodeSession | 'repeated' | null = null;
  /** The document is a list of messages; null while no element was seen. */
  #loose: boolean | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string, list?: string): void {
    this.#records++;
    if (list === undefined) {
      // The elements of a list follow it.
      if (!Array.isArray(value)) this.#export(value, at);
    } else if (list !== '[]') this.#message(value, at);
    else this.#element(value, at);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#close();
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  /** A list holds sessions, or the messages of one: the first element tells. */
  #element(value: unknown, at: number | string): void {
    const message = fieldsOf(value);
    this.#loose ??= Array.isArray(message?.['parts']);
    if (!this.#loose) return this.#export(value, at);
    if (this.#open === null) {
      const sessionId = textOf(fieldsOf(message?.['info'])?.['sessionID']);
      this.#begin({ id: sessionId ?? this.#context.file });
    }
    this.#message(value, at);
  }

  #export(value: unknown, at: number | string): void {
    this.#close();
    const info = fieldsOf(fieldsOf(value)?.['info']);
    if (info === null) this.#context.receipt.drop('not an exported session', at);
    else this.#begin(info);
  }

  #begin(info: Fields): void {
    const id = textOf(info['id']) ?? this.#context.file;
    if (this.#ids.has(id)) this.#open = 'repeated';
    else this.#open = new OpenCodeSession(this.#context, info, id);
    this.#ids.add(id);
  }

  #message(value: unknown, at: number | string): void {
    const { receipt } = this.#context;
    const message = fieldsOf(value);
    const about = fieldsOf(message?.['info']);
    if (this.#open === 'repeated') receipt.merge('repeated session', at);
    else if (about === null || this.#open === null) receipt.drop('not a message', at);
    else this.#open.message(about, listOf(message?.['parts']), at);
  }

  #close(): void {
    const drafts = this.#open === null || this.#open === 'repeated' ? [] : this.#open.finish();
    this.#open = null;
    for (const draft of drafts) {
      this.#context.session(draft);
      this.#sessions++;
    }
  }
}
