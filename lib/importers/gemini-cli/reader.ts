import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { timeOf } from '../claude-code/entries';
import type { ImportContext, ImportError, TraceInput, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { Chat } from './chat';
import { Checkpoint, isContent } from './checkpoint';

/** Reads chats: whole documents, or one record a line. */
export class GeminiCliReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  readonly #input: TraceInput;
  #checkpoint: Checkpoint | null = null;
  #chat: Chat | null = null;
  /** The chat came as one record, with all its messages. */
  #whole = false;
  #id: string | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext, input: TraceInput) {
    this.#context = context;
    this.#input = input;
  }

  record(value: Json, at: number | string, list?: string): void {
    this.#records++;
    const fields = fieldsOf(value);
    if (list === 'history[]') this.#checkpoint?.content(value, at);
    else if (list !== undefined) this.#message(fields, at);
    else if (this.#input === 'json' && isContent(fields)) {
      this.#checkpoint ??= this.#saved();
      this.#checkpoint.content(value, at);
    } else if (fields === null) this.#context.receipt.drop('not an object', at);
    else if (textOf(fields['authType']) !== null && Array.isArray(fields['history'])) {
      this.#checkpoint = this.#saved();
    } else this.#record(fields, at);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#close();
    const saved = this.#checkpoint?.finish() ?? null;
    if (saved !== null) {
      this.#sessions++;
      this.#context.session(saved);
    }
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  #record(fields: Fields, at: number | string): void {
    const { receipt } = this.#context;
    if (this.#whole) this.#close();
    const change = fieldsOf(fields['$set']);
    const rewind = textOf(fields['$rewindTo']);
    if (rewind !== null) {
      this.#open().rewind(rewind);
      receipt.merge('messages rewound', at);
    } else if (textOf(fields['projectHash']) !== null) this.#header(fields, at);
    else if (change !== null) {
      const messages = change['messages'];
      if (Array.isArray(messages)) this.#open().replace(listOf(messages), at, timeAt(change));
      this.#open().set(change);
      receipt.merge(Array.isArray(messages) ? 'messages written anew' : 'data of the session', at);
    } else if (textOf(fields['type']) !== null) this.#open().message(fields, at);
    else receipt.drop('record without content', at);
  }

  /** The data of a chat; in a document its messages follow. */
  #header(fields: Fields, at: number | string): void {
    const id = textOf(fields['sessionId']);
    const whole = Array.isArray(fields['messages']);
    if (this.#chat !== null && (whole || id !== this.#id)) this.#close();
    const known = this.#chat !== null;
    this.#id = id;
    this.#open().set(fields);
    this.#whole = whole;
    if (whole) return;
    if (known) this.#context.receipt.merge('data of the session', at);
    else this.#context.receipt.keep();
  }

  /** A message of a whole chat. */
  #message(fields: Fields | null, at: number | string): void {
    if (fields === null) this.#context.receipt.drop('not an object', at);
    else if (this.#whole) this.#open().message(fields, at);
    else this.#context.receipt.drop('record without content', at);
  }

  #saved(): Checkpoint {
    return new Checkpoint(this.#context, this.#unique(this.#context.file));
  }

  #open(): Chat {
    this.#chat ??= new Chat(this.#context);
    return this.#chat;
  }

  /** A chat may be resumed in another file, or stand in this one twice. */
  #unique(base: string): string {
    let unique = base;
    for (let n = 2; this.#ids.has(unique); n++) unique = `${base} (${n})`;
    this.#ids.add(unique);
    return unique;
  }

  #close(): void {
    if (this.#chat === null) return;
    for (const draft of this.#chat.sessions(this.#unique(this.#id ?? this.#context.file))) {
      this.#sessions++;
      this.#context.session(draft);
    }
    this.#chat = null;
    this.#whole = false;
  }
}

const timeAt = (change: Fields): string | null => timeOf({ timestamp: change['lastUpdated'] });
