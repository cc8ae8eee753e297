/**
 * Gemini CLI's chats, `~/.gemini/tmp/<project>/chats/session-*.json` and `.jsonl`, and `/chat save`
 * checkpoints: https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingTypes.ts
 */
import type { Json } from '@/lib/session/schema';
import { isCheckpoint } from './checkpoint';
import { GeminiCliReader } from './reader';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';

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
