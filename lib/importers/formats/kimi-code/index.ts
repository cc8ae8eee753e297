/**
 * Kimi Code's logs, `~/.kimi-code/…/<session>/agents/<agent>/wire.jsonl`, protocol 1.0 to 1.5:
 * https://github.com/MoonshotAI/kimi-code/tree/main/packages/agent-core-v2/src/agent/contextMemory
 * (`contextEvents.ts`, `loopEventFold.ts`, `compactionHandoff.ts`).
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, numberOf, textOf } from '../../mechanisms/loose-json';
import { KimiReader } from './reader';

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
