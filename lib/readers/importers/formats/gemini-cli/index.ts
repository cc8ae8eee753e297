/**
 * Gemini CLI's chats, `~/.gemini/tmp/<project>/chats/session-*.json` and `.jsonl`, and `/chat save`
 * checkpoints: https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingTypes.ts
 */
import type { Json } from '@/lib/engine/session/schema';
import { Chat } from './chat';
import { Checkpoint, isCheckpoint, isContent } from './checkpoint';
import {
  defineImporter,
  type ImportContext,
  type TraceHead,
  type TraceInput,
  CountedReader,
} from '../../importer';
import { fieldsOf, listOf, textOf, timeOf, type Fields } from '../../mechanisms/loose-json';

/** Reads chats: whole documents, or one record per line. */
class GeminiCliReader extends CountedReader {
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
      if (Array.isArray(messages))
        this.#open().replace(listOf(messages), at, timeOf({ timestamp: change['lastUpdated'] }));
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

/**
 * True for a record of a chat, which begins with these two fields; a change of a chat is an object
 * under `$set` or an id.
 */
function isChatRecord(record: Json): boolean {
  const fields = fieldsOf(record);
  if (fields === null) return false;
  if (typeof fields['projectHash'] === 'string') return typeof fields['sessionId'] === 'string';
  return typeof fields['$rewindTo'] === 'string' || fieldsOf(fields['$set']) !== null;
}

/** Reads Gemini CLI's chats; rewound stretches and sub-agents are linked sessions. */
export const geminiCli = defineImporter({
  id: 'gemini-cli',
  label: 'Gemini CLI',
  inputs: ['jsonl', 'json'],
  lists: ['messages[]', 'history[]'],
  sniff: ({ kind, records }: TraceHead) =>
    records.some(isChatRecord) || (kind === 'json' && isCheckpoint(records[0])),
  start: (context, input) => new GeminiCliReader(context, input),
});
