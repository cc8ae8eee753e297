/**
 * GitHub Copilot CLI's events, `~/.copilot/session-state/<session>/events.jsonl`, and the same events
 * as `copilot --output-format json` and its SDK give them; sessions of the first versions,
 * `~/.copilot/history-session-state/*.json`:
 * https://github.com/github/copilot-sdk/blob/main/nodejs/src/generated/session-events.ts
 */
import type { Json } from '@/lib/engine/session/schema';
import { CopilotSession } from './session';
import { defineImporter, CountedReader } from '../../importer';
import { fieldsOf, listOf, textOf, timeOf, type Fields } from '../../mechanisms/loose-json';
import { ChatLog } from '../../mechanisms/messages/chat-log';

/** Reads the events of sessions, or a session of the first versions as one document. */
class CopilotReader extends CountedReader {
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

/** Events that every session has, each with a field of its data. */
const MARKS: Readonly<Record<string, string>> = {
  'session.start': 'sessionId',
  'user.message': 'content',
  'assistant.message': 'content',
  'assistant.usage': 'inputTokens',
  'tool.execution_start': 'toolCallId',
  'tool.execution_complete': 'toolCallId',
  'session.compaction_complete': 'success',
};

function isEvent(record: Json): boolean {
  const event = fieldsOf(record);
  const type = event?.['type'];
  if (typeof type !== 'string' || !Object.hasOwn(MARKS, type)) return false;
  const data = fieldsOf(event?.['data']);
  return data !== null && Object.hasOwn(data, MARKS[type] ?? '');
}

/** True for a session of the first versions. */
function isHistory(record: Json | undefined): boolean {
  const document = fieldsOf(record);
  return (
    typeof document?.['sessionId'] === 'string' &&
    Array.isArray(document['chatMessages']) &&
    listOf(document['chatMessages']).every((message) => fieldsOf(message) !== null)
  );
}

/** Reads Copilot CLI's events; sub-agents are linked sessions. */
export const copilotCli = defineImporter({
  id: 'copilot-cli',
  label: 'GitHub Copilot CLI',
  source: 'Copilot CLI',
  inputs: ['jsonl', 'json'],
  lists: ['chatMessages[]'],
  sniff: ({ kind, records }) => (kind === 'jsonl' ? records.some(isEvent) : isHistory(records[0])),
  start: (context) => new CopilotReader(context),
});
