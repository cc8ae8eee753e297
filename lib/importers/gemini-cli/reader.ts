import { err, ok, type Result } from '@/lib/base/result';
import { isPlainJson } from '@/lib/base/json-depth';
import { SessionBuilder } from '@/lib/session/builder';
import type { Json } from '@/lib/session/schema';
import { timeOf } from '../claude-code/entries';
import { shorten } from '../claude-code/lanes';
import { readContent } from '../genai';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { Chat } from './chat';
import { checkpointContents, isCheckpoint } from './checkpoint';
import { textIn } from './message';
import { infoOf } from './source';

/** Reads chats: whole documents, or one record a line. */
export class GeminiCliReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #ids = new Set<string>();
  #chat: Chat | null = null;
  #id: string | null = null;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json, at: number | string): void {
    this.#records++;
    const fields = fieldsOf(value);
    if (isCheckpoint(value)) this.#checkpoint(checkpointContents(value));
    else if (fields === null) this.#context.receipt.drop('not an object', at);
    else this.#record(fields, at);
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    this.#close();
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The file holds no model call.' });
  }

  #record(fields: Fields, at: number | string): void {
    const { receipt } = this.#context;
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

  /** The data of a chat, and in a document its messages too. */
  #header(fields: Fields, at: number | string): void {
    const id = textOf(fields['sessionId']);
    const messages = fields['messages'];
    if (this.#chat !== null && id !== this.#id) this.#close();
    if (!Array.isArray(messages)) {
      const known = this.#chat !== null;
      this.#id = id;
      this.#open().set(fields);
      if (known) this.#context.receipt.merge('data of the session', at);
      else this.#context.receipt.keep();
      return;
    }
    this.#close();
    this.#id = id;
    const chat = this.#open();
    chat.set(fields);
    const base = typeof at === 'string' ? at : `line ${at}`;
    for (const [i, message] of listOf(messages).entries()) {
      const place = `${base}.messages[${i}]`;
      const read = fieldsOf(message);
      if (read === null) this.#context.receipt.drop('not an object', place);
      else chat.message(read, place);
    }
    this.#close();
  }

  /** A saved history has no usage: every content of the model is a call that nobody counted. */
  #checkpoint(contents: readonly Json[]): void {
    const { store, receipt, file } = this.#context;
    const id = this.#unique(file);
    const builder = new SessionBuilder(store, infoOf({}, { id, title: null, file })(0));
    let title: string | null = null;
    for (const [i, value] of contents.entries()) {
      const content = isPlainJson(value) ? readContent(value, 'user') : null;
      if (content === null || content.parts.length === 0) {
        receipt.drop('message without content', `$[${i}]`);
        continue;
      }
      if (content.role === 'model') builder.step();
      else if (i > 0) title ??= shorten(textIn(content.parts));
      builder.append({ ...content, origin: `$[${i}]` });
      receipt.keep();
    }
    if (builder.stepCount === 0) return;
    if (title !== null) builder.rename({ name: title });
    this.#sessions++;
    this.#context.session(builder.finish());
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
  }
}

const timeAt = (change: Fields): string | null => timeOf({ timestamp: change['lastUpdated'] });
