/**
 * GitHub Copilot Chat's debug logs, `debug-logs/<session>/main.jsonl` and those of its child sessions:
 * https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/chat/vscode-node/chatDebugFileLoggerService.ts
 */
import { textParts } from '../../mechanisms/messages/parts';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import { defineImporter, type ImportContext, CountedReader } from '../../importer';
import { stepUsage } from '../../mechanisms/session-facts';
import { SessionLog } from '../../mechanisms/session-log';
import {
  countOf,
  fieldsOf,
  isoOf,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { CallNames } from '../../mechanisms/messages/turns';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';

const AGENT = 'GitHub Copilot Chat';
const CUT = 'Copilot’s debug log cuts long texts: the requests were larger than what it shows.';

/** One session of a log, in the order in which its spans ended. */
class DebugSession {
  readonly #log: SessionLog;
  readonly #names = new CallNames();
  /** Places of the entries in the log. */
  readonly #kept: At[] = [];

  constructor(
    private readonly context: ImportContext,
    sessionId: string,
  ) {
    const { store, file } = context;
    this.#log = new SessionLog(store, {
      name: AGENT,
      thoughts: 'stripped',
      source: { format: 'copilot-debug', file, agent: AGENT, sessionId },
    });
  }

  /** Takes the next entry and counts it on the receipt, some at the end. */
  entry(entry: Fields, attributes: Fields, at: At): void {
    const type = (textOf(entry['type']) ?? 'unknown').slice(0, 60);
    const time = isoOf(entry['ts']);
    switch (type) {
      case 'user_message':
        return this.#asked(attributes, at, time);
      case 'llm_request':
        return this.#called(entry, attributes, at, time);
      case 'agent_response':
        return this.#answered(attributes, at, time);
      case 'tool_call':
        return this.#result(entry, attributes, at, time);
      default:
        return this.context.receipt.drop(`not part of a request: ${type}`, at);
    }
  }

  #asked({ content }: Fields, at: At, time: string | null): void {
    const parts = textParts(content);
    this.#log.said(parts);
    this.#log.answering = false;
    this.#append('user', parts, at, time);
  }

  /** A call, logged when it ended: its request held the log so far. */
  #called(entry: Fields, attributes: Fields, at: At, time: string | null): void {
    const { inputTokens, outputTokens, model, error } = attributes;
    const counted = countOf(inputTokens) !== null;
    const usage = counted ? { prompt_tokens: inputTokens, completion_tokens: outputTokens } : null;
    const step = {
      ...stepUsage(this.#log, usage, 'openai', at),
      model: textOf(model),
      time,
      label: this.#log.label,
    };
    if (entry['status'] !== 'error') this.#log.step(step);
    else this.#log.failedCall(step, readRefusal(textOf(error) ?? ''), at);
    this.#kept.push(at);
  }

  /** The answer: messages as JSON text, or what is left of them where the text was cut. */
  #answered({ response, reasoning }: Fields, at: At, time: string | null): void {
    const messages = readAnyMessages(response, 'model', this.#names)?.messages ?? [];
    const said = messages.flatMap((message) => message.parts);
    const parts = [...textParts(reasoning, 'thought'), ...said];
    this.#append('model', parts, at, time);
  }

  #result(entry: Fields, { result, error }: Fields, at: At, time: string | null): void {
    const text = textOf(result) ?? textOf(error) ?? '';
    const name = textOf(entry['name']) ?? 'unknown';
    this.#log.answering = true;
    this.#append('user', [{ kind: 'response', name, response: { result: text } }], at, time);
  }

  #append(role: Entry['role'], parts: readonly Part[], at: At, time: string | null): void {
    if (this.#log.message(role, parts, at, time) >= 0) this.#kept.push(at);
    else this.context.receipt.drop('message without content', at);
  }

  /** The session, null without a model call; counts its entries. */
  finish(): SessionDraft | null {
    this.#log.notice('texts-cut', CUT);
    return this.#log.endOf(this.#kept, this.context.receipt);
  }
}

/** Reads the entries of a log; each session that they name is one. */
class CopilotDebugReader extends CountedReader {
  readonly #sessions = new Map<string, DebugSession>();

  protected take(value: Json, at: At): void {
    const { receipt, file } = this.context;
    const entry = fieldsOf(value);
    const attributes = fieldsOf(entry?.['attrs']);
    if (entry === null || attributes === null) return receipt.lose('not an entry', at);
    const id = textOf(entry['sid']) ?? file;
    let session = this.#sessions.get(id);
    if (session === undefined) {
      session = new DebugSession(this.context, id);
      this.#sessions.set(id, session);
    }
    session.entry(entry, attributes, at);
  }

  protected close(): void {
    for (const session of this.#sessions.values()) this.session(session.finish());
    this.#sessions.clear();
  }
}

/** True for an entry: a span of the telemetry, shortened. */
function isEntry(record: Json): boolean {
  const entry = fieldsOf(record);
  if (entry === null || fieldsOf(entry['attrs']) === null) return false;
  return (
    typeof entry['ts'] === 'number' &&
    ['sid', 'type', 'name', 'spanId'].every((name) => typeof entry[name] === 'string') &&
    (entry['status'] === 'ok' || entry['status'] === 'error')
  );
}

/** Reads Copilot Chat's debug logs: counted calls, with texts that the log has cut. */
export const copilotDebug = defineImporter({
  id: 'copilot-debug',
  label: 'GitHub Copilot debug log',
  source: 'Copilot debug',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some(isEntry),
  start: (context) => new CopilotDebugReader(context),
});
