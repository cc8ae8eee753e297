import type { Json } from '@/lib/session/schema';
import { type Fields, fieldsOf, listOf, textOf, timeOf } from '../../mechanisms/loose-json';
import type { ImportContext, TraceInput } from '../../importer';
import { CountedReader } from '../../mechanisms/counted-reader';
import { Chat } from './chat';
import { Checkpoint, isContent } from './checkpoint';

/** Reads chats: whole documents, or one record per line. */
export class GeminiCliReader extends CountedReader {
  #checkpoint: Checkpoint | null = null;
  #chat: Chat | null = null;
  /** True if the chat came as one record with all its messages. */
  #whole = false;
  #id: string | null = null;

  constructor(
    context: ImportContext,
    private readonly input: TraceInput,
  ) {
    super(context);
  }

  protected take(value: Json, at: number | string, list?: string): void {
    const fields = fieldsOf(value);
    if (list === 'history[]') this.#checkpoint?.content(value, at);
    else if (list !== undefined) this.#message(fields, at);
    else if (this.input === 'json' && isContent(fields)) {
      this.#checkpoint ??= this.#saved();
      this.#checkpoint.content(value, at);
    } else if (fields === null) this.context.receipt.lose('not an object', at);
    else if (textOf(fields['authType']) !== null && Array.isArray(fields['history'])) {
      this.#checkpoint = this.#saved();
    } else this.#record(fields, at);
  }

  protected close(): void {
    this.#close();
    this.session(this.#checkpoint?.finish() ?? null);
  }

  #record(fields: Fields, at: number | string): void {
    const { receipt } = this.context;
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
      receipt.merge(Array.isArray(messages) ? 'new list of messages' : 'data of the session', at);
    } else if (textOf(fields['type']) !== null) this.#open().message(fields, at);
    else receipt.drop('record without content', at);
  }

  /** Takes the data of a chat; in a document its messages follow. */
  #header(fields: Fields, at: number | string): void {
    const id = textOf(fields['sessionId']);
    const whole = Array.isArray(fields['messages']);
    if (this.#chat !== null && (whole || id !== this.#id)) this.#close();
    const known = this.#chat !== null;
    this.#id = id;
    this.#open().set(fields);
    this.#whole = whole;
    if (whole) return;
    if (known) this.context.receipt.merge('data of the session', at);
    else this.context.receipt.keep();
  }

  /** Takes a message of a whole chat. */
  #message(fields: Fields | null, at: number | string): void {
    if (fields === null) this.context.receipt.lose('not an object', at);
    else if (this.#whole) this.#open().message(fields, at);
    else this.context.receipt.drop('record without content', at);
  }

  #saved(): Checkpoint {
    return new Checkpoint(this.context, this.unique(this.context.file));
  }

  #open(): Chat {
    this.#chat ??= new Chat(this.context);
    return this.#chat;
  }

  #close(): void {
    if (this.#chat === null) return;
    for (const draft of this.#chat.sessions(this.unique(this.#id ?? this.context.file))) {
      this.session(draft);
    }
    this.#chat = null;
    this.#whole = false;
  }
}

const timeAt = (change: Fields): string | null => timeOf({ timestamp: change['lastUpdated'] });
