import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { OpenCodeSession } from './session';

/** Reads one exported session, a list of them, or the messages of one session. */
export class OpenCodeDocument implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json): void {
    this.#records++;
    const list = listOf(value);
    if (Array.isArray(value) && Array.isArray(fieldsOf(list[0])?.['parts'])) {
      const [first] = list;
      const sessionId = textOf(fieldsOf(fieldsOf(first)?.['info'])?.['sessionID']);
      this.#session({ id: sessionId ?? this.#context.file }, list, '$');
    } else if (Array.isArray(value)) {
      for (const [i, item] of list.entries()) this.#export(item, `$[${i}]`);
    } else this.#export(value, '$');
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  #export(value: unknown, path: string): void {
    const document = fieldsOf(value);
    const info = fieldsOf(document?.['info']);
    if (document === null || info === null) {
      this.#context.receipt.drop('not an exported session', path);
      return;
    }
    this.#session(info, listOf(document['messages']), `${path}.messages`);
  }

  #session(info: Fields, messages: readonly unknown[], path: string): void {
    const id = textOf(info['id']) ?? this.#context.file;
    if (this.#ids.has(id)) {
      for (const i of messages.keys()) {
        this.#context.receipt.merge('repeated session', `${path}[${i}]`);
      }
      return;
    }
    this.#ids.add(id);
    const session = new OpenCodeSession(this.#context, info, id);
    for (const [i, value] of messages.entries()) {
      const message = fieldsOf(value);
      const about = fieldsOf(message?.['info']);
      if (about === null) this.#context.receipt.drop('not a message', `${path}[${i}]`);
      else session.message(about, listOf(message?.['parts']), `${path}[${i}]`);
    }
    for (const draft of session.finish()) {
      this.#context.session(draft);
      this.#sessions++;
    }
  }
}
