/**
 * Claude Code session logs, `~/.claude/projects/<folder>/<session>.jsonl` and the sub-agents'
 * files beside them. The format has no public reference; seen: v1.0.17 to v2.1.218.
 */
import type { Json } from '@/lib/session/schema';
import { ClaudeCodeReader } from './reader';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, type Fields } from '../../mechanisms/loose-json';

/** Types that only Claude Code writes, each with a field it always has. */
const MARKS: Readonly<Record<string, string>> = {
  summary: 'leafUuid',
  'file-history-snapshot': 'snapshot',
  'file-history-delta': 'snapshotMessageId',
  'queue-operation': 'operation',
  'last-prompt': 'lastPrompt',
  'ai-title': 'aiTitle',
  'custom-title': 'customTitle',
  'agent-name': 'agentName',
  'permission-mode': 'permissionMode',
  'bridge-session': 'bridgeSessionId',
  'pr-link': 'prUrl',
  mode: 'mode',
};

function isClaudeLine(record: Json): boolean {
  const line = fieldsOf(record);
  const type = line?.['type'];
  if (!line || typeof type !== 'string') return false;
  if (isLinked(line)) return true;
  const mark = Object.hasOwn(MARKS, type) ? MARKS[type] : undefined;
  return mark !== undefined && Object.hasOwn(line, mark);
}

/** True for a message with links and the session or the side it belongs to. */
const isLinked = (line: Fields): boolean =>
  Object.hasOwn(line, 'parentUuid') &&
  (typeof line['sessionId'] === 'string' || typeof line['isSidechain'] === 'boolean');

/** True for a linked line of Qwen Code: around Gemini's content, or with a payload. */
function isQwenLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || !Object.hasOwn(line, 'parentUuid')) return false;
  return 'parts' in (fieldsOf(line['message']) ?? {}) || Object.hasOwn(line, 'systemPayload');
}

/** Reads Claude Code's JSONL: main log, abandoned branches and sub-agents as linked sessions. */
export const claudeCode = defineImporter({
  id: 'claude-code',
  label: 'Claude Code',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isClaudeLine) && !records.some(isQwenLine),
  start: (context) => new ClaudeCodeReader(context),
});
