/**
 * Qwen Code's chats, `~/.qwen/projects/<project>/chats/<session>.jsonl`, and those of its sub-agents:
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts
 * (`ChatRecord`). Chats of versions before are Gemini CLI's JSON, which its importer reads.
 */
import type { Json } from '@/lib/engine/session/schema';
import { QwenThread } from './thread';
import { defineImporter, CountedReader } from '../../importer';
import { fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';

/** Reads the records of chats; a sub-agent's in the same file are a thread of their own. */
class QwenReader extends CountedReader {
  readonly #threads = new Map<string, QwenThread>();

  protected take(value: Json, at: At): void {
    const record = fieldsOf(value);
    if (record === null) return this.context.receipt.lose('not an object', at);
    this.#threadOf(record).record(record, at);
  }

  #threadOf(record: Fields): QwenThread {
    const id = textOf(record['sessionId']) ?? this.context.file;
    const agent = textOf(record['agentId']);
    const key = `${id}\n${agent ?? ''}`;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = new QwenThread(this.context, id, agent);
      this.#threads.set(key, thread);
    }
    return thread;
  }

  protected close(): void {
    for (const thread of this.#threads.values()) {
      for (const draft of thread.sessions()) this.session(draft);
    }
    this.#threads.clear();
  }
}

/** True for a linked line that holds Gemini's content, or the payload of an event. */
function isQwenLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || !Object.hasOwn(line, 'parentUuid')) return false;
  if (typeof line['uuid'] !== 'string' || typeof line['sessionId'] !== 'string') return false;
  if (Array.isArray(fieldsOf(line['message'])?.['parts'])) return true;
  return line['type'] === 'system' && fieldsOf(line['systemPayload']) !== null;
}

/** Reads Qwen Code's JSONL; rewound stretches, forks and sub-agents are linked sessions. */
export const qwenCode = defineImporter({
  id: 'qwen-code',
  label: 'Qwen Code',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some(isQwenLine),
  start: (context) => new QwenReader(context),
});
