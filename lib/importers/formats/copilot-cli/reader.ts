import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, textOf, timeOf, type Fields } from '../../mechanisms/loose-json';
import { ChatLog } from '../../mechanisms/messages/chat-log';
import { CopilotSession } from './session';

/** Reads the events of sessions, or a session of the first versions as one document. */
export class CopilotReader extends CountedReader {
  #session: CopilotSession | null = null;
  /** Id of the open session by its events; null if none named it. */
  #id: string | null = null;
  #history: ChatLog | null = null;
  #historyModel: string | null = null;

  protected take(value: Json, at: number | string, list?: string): void {
    if (list === 'chatMessages[]') return this.#message(value, at);
    const fields = fieldsOf(value);
    if (fields !== null && Array.isArray(fields['chatMessages'])) return this.#begin(fields);
    this.#event(value, at);
  }

  #event(value: unknown, at: number | string): void {
    const event = fieldsOf(value);
    if (event === null) return this.context.receipt.lose('not an object', at);
    const id = idOf(event);
    if (id !== null && this.#id !== null && id !== this.#id) this.#closeSession();
    this.#id = id ?? this.#id;
    this.#session ??= new CopilotSession(this.context);
    this.#session.event(event, at);
  }

  /** Begins a session of the first versions; its messages follow. */
  #begin(document: Fields): void {
    const { store, file } = this.context;
    const sessionId = this.unique(textOf(document['sessionId']) ?? file);
    this.#historyModel = textOf(document['selectedModel']);
    const source = { format: 'copilot-cli', file, agent: 'GitHub Copilot CLI', sessionId };
    this.#history = new ChatLog(store, { name: 'GitHub Copilot CLI', source });
  }

  #message(value: unknown, at: number | string): void {
    const { receipt } = this.context;
    const message = fieldsOf(value);
    if (message === null) return receipt.lose('not an object', at);
    const place = { at, time: timeOf(message), model: this.#historyModel };
    if (this.#history?.message(message, place) === true) receipt.keep();
    else receipt.drop('message without content', at);
  }

  #closeSession(): void {
    const id = this.unique(this.#id ?? this.context.file);
    for (const draft of this.#session?.sessions(id) ?? []) this.session(draft);
    this.#session = null;
    this.#id = null;
  }

  protected close(): void {
    if (this.#session !== null) this.#closeSession();
    this.session(this.#history?.finish() ?? null);
    this.#history = null;
  }
}

/** Id of the session that an event begins or, in a stream, ends. */
function idOf(event: Fields): string | null {
  const type = event['type'];
  if (type === 'session.start') return textOf(fieldsOf(event['data'])?.['sessionId']);
  return type === 'result' ? textOf(event['sessionId']) : null;
}
