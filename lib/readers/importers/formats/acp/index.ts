/**
 * Logs of the Agent Client Protocol: the JSON-RPC messages between an editor and an agent, a line each, bare or in a
 * logger's wrapper. https://agentclientprotocol.com/protocol/v1/prompt-turn.md and
 * https://agentclientprotocol.com/rfds/session-compaction.md
 */
import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter, someRecord } from '../../importer';
import { firstTime } from '../../mechanisms/exchange/time';
import { fieldsOf, textOf, timeText, type At, type Fields } from '../../mechanisms/loose-json';
import { decoded, plain } from '../../mechanisms/messages/json-text';
import { AcpSession } from './session';

const id = 'acp';

/** Fields in which loggers wrap a message. */
const WRAPPERS = ['message', 'notification', 'frame', 'payload', 'data', 'msg', 'request'] as const;

interface Frame {
  readonly method: string | null;
  readonly params: Fields;
  readonly id: unknown;
  readonly result: Fields | null;
}

/** The message of the protocol in a line, and the time beside it. */
function frameIn(value: unknown): Frame | null {
  const line = fieldsOf(value);
  if (line === null) return null;
  for (const candidate of [line, ...WRAPPERS.map((name) => fieldsOf(decoded(line[name])))]) {
    const method = textOf(candidate?.['method']);
    const params = fieldsOf(candidate?.['params']);
    const result = fieldsOf(candidate?.['result']);
    if (candidate === null || (method === null && result === null)) continue;
    if (method !== null && params === null) continue;
    return { method, params: params ?? {}, id: candidate['id'], result };
  }
  return null;
}

/** A message about a session: no other log of JSON-RPC has these. */
function isSession(value: unknown): boolean {
  const frame = frameIn(value);
  if (frame?.method === 'session/prompt') return Array.isArray(frame.params['prompt']);
  return (
    frame?.method === 'session/update' &&
    typeof fieldsOf(frame.params['update'])?.['sessionUpdate'] === 'string'
  );
}

class AcpReader extends CountedReader {
  readonly #sessions = new Map<string, AcpSession>();
  /** Sessions by the id of the prompt that waits for its end. */
  readonly #prompts = new Map<unknown, AcpSession>();
  #agent: Fields = {};

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const record = fieldsOf(plain(value));
    const frame = frameIn(record);
    if (frame === null) return receipt.lose('not a message of the protocol', at);
    const time = timeText(firstTime(record?.['timestamp'], record?.['time'], record?.['ts']));
    if (frame.result !== null) return this.#answer(frame, frame.result, at);
    const session = this.#session(textOf(frame.params['sessionId']));
    if (frame.method === 'session/prompt') {
      this.#prompts.set(frame.id, session);
      if (session.prompt(frame.params['prompt'], at, time)) return receipt.keep();
      return receipt.drop('prompt without content', at);
    }
    const update = fieldsOf(frame.params['update']);
    if (frame.method !== 'session/update' || update === null) {
      return receipt.drop(`not part of a request: ${frame.method?.slice(0, 60) ?? ''}`, at);
    }
    const taken = session.update(update, at, time);
    if (taken === null) receipt.keep();
    else receipt.merge(taken, at);
  }

  #answer(frame: Frame, result: Fields, at: At): void {
    const { receipt } = this.context;
    this.#agent = fieldsOf(result['agentInfo']) ?? this.#agent;
    const session = this.#prompts.get(frame.id);
    this.#prompts.delete(frame.id);
    if (session === undefined || !('stopReason' in result)) {
      return receipt.drop('answer to a request of the editor', at);
    }
    session.turnEnded(result, at);
    receipt.merge('end of a turn', at);
  }

  #session(name: string | null): AcpSession {
    const sessionId = name ?? [...this.#sessions.keys()].at(-1) ?? this.context.file;
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const { file, store } = this.context;
    const agent = textOf(this.#agent['title']) ?? textOf(this.#agent['name']) ?? 'ACP agent';
    const agentVersion = textOf(this.#agent['version']);
    const source = { format: id, file, agent, agentVersion, sessionId };
    const session = new AcpSession(store, { name: sessionId, source });
    this.#sessions.set(sessionId, session);
    return session;
  }

  protected close(): void {
    for (const session of this.#sessions.values()) this.session(session.close());
  }
}

/** Reads sessions; a compaction that the agent reports is a recorded one. */
export const acp = defineImporter({
  id,
  label: 'ACP session log',
  source: 'ACP',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => someRecord(records, isSession),
  start: (context) => new AcpReader(context),
});
