/**
 * Session folders of Strands Agents (`FileSessionManager`, `S3SessionManager`): a file a message, lanes by agent.
 * https://github.com/strands-agents/sdk-python/blob/main/src/strands/session/file_session_manager.py and types/session.py
 */
import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter, someRecord, type TraceHead } from '../../importer';
import {
  countOf,
  fieldsOf,
  isoOf,
  listOf,
  memberNames,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { readBlocks } from '../../mechanisms/messages/blocks';
import { plain } from '../../mechanisms/messages/json-text';
import { MessageLog } from '../../mechanisms/messages/message-log';

const id = 'strands';

/** `session_<id>/agents/agent_<id>/messages/message_<n>.json`; what stands before is any folder. */
const MESSAGE =
  /(?:^|\/)(?:session_([^/]+)\/)?agents\/agent_([^/]+)\/messages\/message_(\d+)\.json$/;
const AGENT = /(?:^|\/)(?:session_([^/]+)\/)?agents\/agent_([^/]+)\/agent\.json$/;

/** Agents' facts first, then each agent's messages by number. */
function inOrder(names: readonly string[]): readonly string[] {
  const key = (name: string): readonly [string, string, number] => {
    const [, session = '', agent = '', number = '-1'] =
      MESSAGE.exec(name) ?? AGENT.exec(name) ?? [];
    return [session, agent, Number(number)];
  };
  const known = names.filter((name) => MESSAGE.test(name) || AGENT.test(name));
  const others = names.filter((name) => name.endsWith('.json') && !known.includes(name));
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = known.map((name) => ({ name, at: key(name) }));
  sorted.sort(({ at: a }, { at: b }) => compare(a[0], b[0]) || compare(a[1], b[1]) || a[2] - b[2]);
  return [...others, ...sorted.map(({ name }) => name)];
}

class StrandsReader extends CountedReader {
  readonly #logs = new Map<string, MessageLog>();
  /** The first agent of each session; the others are lanes beside it. */
  readonly #main = new Map<string, string>();
  /** The manager's own state of each agent. */
  readonly #managers = new Map<string, Fields>();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const record = fieldsOf(plain(value));
    if (isMessage(record))
      return this.#message(this.#log(this.context.file, ''), { message: record }, at);
    const name = textOf(record?.['name']) ?? '';
    const content = fieldsOf(record?.['value']);
    const [, session = this.context.file, agent = ''] =
      MESSAGE.exec(name) ?? AGENT.exec(name) ?? [];
    if (AGENT.test(name)) {
      this.#managers.set(
        keyOf(session, agent),
        fieldsOf(content?.['conversation_manager_state']) ?? {},
      );
      return receipt.merge('facts about an agent', at);
    }
    if (!MESSAGE.test(name)) return receipt.drop('not a message', at);
    if (content === null) return receipt.lose('not a message', at);
    this.#message(this.#log(session, agent), content, at);
  }

  #log(session: string, agent: string): MessageLog {
    const known = this.#logs.get(keyOf(session, agent));
    if (known !== undefined) return known;
    const main = this.#main.get(session) ?? agent;
    this.#main.set(session, main);
    const { file, store } = this.context;
    const source = {
      format: id,
      file,
      agent: 'Strands Agents',
      agentVersion: textOf(this.#managers.get(keyOf(session, agent))?.['__name__']),
      sessionId: session,
      lane: main === agent ? 'main' : agent,
      parent:
        main === agent ? null : ({ sessionId: session, lane: 'main', relation: 'lane' } as const),
    };
    const log = new MessageLog(store, { name: session, source });
    this.#logs.set(keyOf(session, agent), log);
    return log;
  }

  #message(log: MessageLog, content: Fields, at: At): void {
    const { receipt } = this.context;
    const redacted = fieldsOf(content['redact_message']);
    const message = redacted ?? fieldsOf(content['message']);
    const role = message?.['role'];
    if (message === null || (role !== 'user' && role !== 'assistant')) {
      return receipt.lose('not a message', at);
    }
    if (redacted !== null) log.notice('content-redacted', REDACTED, at);
    const parts = readBlocks(message['content'], log.names);
    const time = isoOf(content['created_at']);
    if (role === 'user') {
      if (log.turn({ role, parts }, { at, time })) receipt.keep();
      else receipt.drop('message without content', at);
      return;
    }
    const usage = fieldsOf(fieldsOf(message['metadata'])?.['usage']);
    log.call({ role: 'model', parts }, { at, time, model: null, usage, family: 'converse' });
    receipt.keep();
  }

  protected close(): void {
    for (const [key, log] of this.#logs) {
      const manager = this.#managers.get(key) ?? {};
      const removed = countOf(manager['removed_message_count']) ?? 0;
      if (removed > 0) log.notice('removed-undated', removedText(removed, manager));
      this.session(log.end());
    }
  }
}

const keyOf = (session: string, agent: string): string => JSON.stringify([session, agent]);

/** The folder says how much its manager took away, and not when. */
function removedText(removed: number, manager: Fields): string {
  const name = textOf(manager['__name__']) ?? 'The conversation manager';
  const how = fieldsOf(manager['summary_message']) === null ? 'removed' : 'summarised';
  const messages = removed === 1 ? '1 message' : `${removed} messages`;
  return `${name} ${how} the first ${messages} of this session; before which call is not recorded.`;
}

const REDACTED = 'A message was redacted after it was written; its replacement is counted.';

/** Kinds of content blocks, each the only key of its block. */
const BLOCK =
  /^(text|toolUse|toolResult|reasoningContent|image|document|video|cachePoint|guardContent|citationsContent)$/;

/** A message as `agent.messages` holds it, in the words of Bedrock's Converse. */
function isMessage(value: unknown): boolean {
  const message = fieldsOf(value);
  const role = message?.['role'];
  if (message === null || (role !== 'user' && role !== 'assistant')) return false;
  const blocks = listOf(message['content']).map(fieldsOf);
  return (
    blocks.length > 0 &&
    blocks.every((block) => block !== null && Object.keys(block).every((key) => BLOCK.test(key)))
  );
}

function sniff({ kind, records }: TraceHead): boolean {
  if (kind !== 'archive') return someRecord(records, isMessage);
  const names = memberNames(records[0]);
  if (!names.some((name) => MESSAGE.test(name))) return false;
  const first = fieldsOf(fieldsOf(fieldsOf(records[0])?.['first'])?.['value']);
  return (
    first !== null &&
    ['agent_id', 'message', 'session_id', 'orchestrator', 'id'].some((name) => name in first)
  );
}

/** Reads a session's folder; where messages carry the counts of their call, they are its usage. */
export const strands = defineImporter({
  id,
  label: 'Strands session',
  source: 'Strands',
  unseen: 'its source',
  inputs: ['archive', 'json', 'jsonl'],
  memberOrder: inOrder,
  sniff,
  start: (context) => new StrandsReader(context),
});
