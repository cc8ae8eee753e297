/**
 * Qwen Code's chats, `~/.qwen/projects/<project>/chats/<session>.jsonl`, and those of its sub-agents:
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts
 * (`ChatRecord`). Chats of versions before are Gemini CLI's JSON, which its importer reads.
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';
import { QwenReader } from './reader';

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
