/**
 * Logs of `claude -p --output-format stream-json` (and the list that `json --verbose` prints):
 * https://code.claude.com/docs/en/agent-sdk/typescript#sdkmessage
 */
import type { Json } from '@/lib/session/schema';
import { ClaudeStreamReader } from './stream-reader';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';

/**
 * True for a line that names its session in snake case and its parent call; session files link
 * lines instead.
 */
function isStreamLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || typeof line['session_id'] !== 'string') return false;
  if (Object.hasOwn(line, 'parentUuid')) return false;
  if (line['type'] === 'system') return line['subtype'] === 'init' && Array.isArray(line['tools']);
  if (line['type'] === 'result') return typeof line['num_turns'] === 'number';
  const message = line['type'] === 'assistant' || line['type'] === 'user';
  return message && Object.hasOwn(line, 'parent_tool_use_id') && fieldsOf(line['message']) !== null;
}

/** Reads the stream as Claude Code's own log; sub-agents are linked sessions. */
export const claudeStream = defineImporter({
  id: 'claude-stream',
  label: 'Claude Code stream',
  source: 'Claude stream',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }: TraceHead) =>
    records.some((record) =>
      Array.isArray(record) ? (record as readonly Json[]).some(isStreamLine) : isStreamLine(record),
    ),
  start: (context) => new ClaudeStreamReader(context),
});
