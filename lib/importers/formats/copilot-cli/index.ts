/**
 * GitHub Copilot CLI's events, `~/.copilot/session-state/<session>/events.jsonl`, and the same events
 * as `copilot --output-format json` and its SDK give them; sessions of the first versions,
 * `~/.copilot/history-session-state/*.json`:
 * https://github.com/github/copilot-sdk/blob/main/nodejs/src/generated/session-events.ts
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf } from '../../mechanisms/loose-json';
import { CopilotReader } from './reader';

/** Events that every session has, each with a field of its data. */
const MARKS: Readonly<Record<string, string>> = {
  'session.start': 'sessionId',
  'user.message': 'content',
  'assistant.message': 'content',
  'assistant.usage': 'inputTokens',
  'tool.execution_start': 'toolCallId',
  'tool.execution_complete': 'toolCallId',
  'session.compaction_complete': 'success',
};

function isEvent(record: Json): boolean {
  const event = fieldsOf(record);
  const type = event?.['type'];
  if (typeof type !== 'string' || !Object.hasOwn(MARKS, type)) return false;
  const data = fieldsOf(event?.['data']);
  return data !== null && Object.hasOwn(data, MARKS[type] ?? '');
}

/** True for a session of the first versions. */
function isHistory(record: Json | undefined): boolean {
  const document = fieldsOf(record);
  return (
    typeof document?.['sessionId'] === 'string' &&
    Array.isArray(document['chatMessages']) &&
    listOf(document['chatMessages']).every((message) => fieldsOf(message) !== null)
  );
}

/** Reads Copilot CLI's events; sub-agents are linked sessions. */
export const copilotCli = defineImporter({
  id: 'copilot-cli',
  label: 'GitHub Copilot CLI',
  source: 'Copilot CLI',
  inputs: ['jsonl', 'json'],
  lists: ['chatMessages[]'],
  sniff: ({ kind, records }) => (kind === 'jsonl' ? records.some(isEvent) : isHistory(records[0])),
  start: (context) => new CopilotReader(context),
});
