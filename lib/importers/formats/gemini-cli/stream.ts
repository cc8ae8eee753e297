/**
 * Output of `gemini -p --output-format stream-json`:
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/output/types.ts
 * (`JsonStreamEvent`).
 */
import type { Json } from '@/lib/session/schema';
import { GeminiStreamReader } from './stream-reader';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, numberOf, textOf } from '../../mechanisms/loose-json';

function isStreamEvent(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || textOf(line['timestamp']) === null) return false;
  switch (line['type']) {
    case 'init':
      return textOf(line['session_id']) !== null && textOf(line['model']) !== null;
    case 'tool_use':
      return textOf(line['tool_name']) !== null && textOf(line['tool_id']) !== null;
    case 'tool_result':
      return textOf(line['tool_id']) !== null && textOf(line['status']) !== null;
    case 'result':
      return numberOf(fieldsOf(line['stats'])?.['tool_calls']) !== null;
    default:
      return false;
  }
}

/** The events hold less than a chat. */
const LESS = 'The stream holds no system prompt, no tools, no thoughts and no compaction.';

/** Reads the events of a run; the chat that Gemini CLI writes beside them holds more. */
export const geminiStream = defineImporter({
  id: 'gemini-stream',
  label: 'Gemini CLI stream',
  source: 'Gemini stream',
  unseen: 'its source',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isStreamEvent),
  start: (context) => {
    context.receipt.remark(LESS);
    return new GeminiStreamReader(context);
  },
});
