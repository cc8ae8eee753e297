/**
 * Kimi Code's logs, `~/.kimi-code/…/<session>/agents/<agent>/wire.jsonl`, protocol 1.0 to 1.5:
 * https://github.com/MoonshotAI/kimi-code/tree/main/packages/agent-core-v2/src/agent/contextMemory
 * (`contextEvents.ts`, `loopEventFold.ts`, `compactionHandoff.ts`).
 */
import type { Json } from '@/lib/engine/session/schema';
import { KimiThread } from './thread';
import { defineImporter, type TraceHead, CountedReader } from '../../importer';
import { fieldsOf, numberOf, textOf, type At } from '../../mechanisms/loose-json';

/** The session and the agent in the path of a log. */
const PATH = /([^/\\]+)[/\\]agents[/\\]([^/\\]+)[/\\]wire\.jsonl$/;

/** Reads the log of one agent; each first record begins another one, where files were joined. */
class KimiReader extends CountedReader {
  #thread: KimiThread | null = null;

  protected take(value: Json, at: At): void {
    const record = fieldsOf(value);
    const type = textOf(record?.['type']);
    if (record === null || type === null) {
      return this.context.receipt.lose('not a record with a type', at);
    }
    if (type === 'metadata') this.close();
    this.#thread ??= this.#begin(textOf(record['agentId']));
    this.#thread.record(type, record, at);
  }

  #begin(named: string | null): KimiThread {
    const [, session, inPath] = PATH.exec(this.context.file) ?? [];
    const id = this.unique(session ?? this.context.file);
    return new KimiThread(this.context, id, inPath ?? named);
  }

  protected close(): void {
    if (this.#thread !== null) for (const draft of this.#thread.sessions()) this.session(draft);
    this.#thread = null;
  }
}

/** The first record, a message, or an event of an answer. */
function isKimiRecord(record: Json): boolean {
  const line = fieldsOf(record);
  switch (line?.['type']) {
    case 'metadata':
      return textOf(line['protocol_version']) !== null && numberOf(line['created_at']) !== null;
    case 'context.append_message':
      return textOf(fieldsOf(line['message'])?.['role']) !== null;
    case 'context.append_loop_event':
      return textOf(fieldsOf(line['event'])?.['type']) !== null;
    default:
      return false;
  }
}

/** Reads an agent's log; what the user took back is a branch of its own. */
export const kimiCode = defineImporter({
  id: 'kimi-code',
  label: 'Kimi Code',
  unseen: 'its program',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isKimiRecord),
  start: (context) => new KimiReader(context),
});
