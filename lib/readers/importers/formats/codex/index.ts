/**
 * Codex rollouts, `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`:
 * https://github.com/openai/codex/blob/main/codex-rs/rollout/src/recorder.rs and
 * https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (`RolloutLine`).
 * Seen: 0.118 to 0.145. A fork's file and that of its thread together are one trace: see `forks.ts`.
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, listOf, textOf } from '../../mechanisms/loose-json';
import { CodexForks, isFork } from './forks';
import { CodexReader } from './reader';

/** Line types, each with a field that its payload always has. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  session_meta: ['id', 'session_id'],
  response_item: ['type'],
  event_msg: ['type'],
  turn_context: ['turn_id', 'approval_policy', 'sandbox_policy'],
  compacted: ['replacement_history', 'message'],
};

/** True for `{timestamp, type, payload}`, or a line of the first versions, without the wrapper. */
function isCodexLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (!line) return false;
  if (line['record_type'] === 'state') return true;
  const payload = fieldsOf(line['payload']);
  const type = textOf(line['type']) ?? '';
  if (!payload || textOf(line['timestamp']) === null || !Object.hasOwn(MARKS, type)) return false;
  return MARKS[type]?.some((name) => Object.hasOwn(payload, name)) ?? false;
}

const isForks = ({ records }: TraceHead): boolean => {
  const firsts = listOf(fieldsOf(records[0])?.['firsts']).map((one) => fieldsOf(one)?.['value']);
  return firsts.length > 1 && firsts.every((one) => isCodexLine(one as Json)) && isFork(firsts);
};

/** Reads Codex's rollouts; sub-agents, forks and rolled-back stretches are linked sessions. */
export const codex = defineImporter({
  id: 'codex',
  label: 'Codex',
  inputs: ['jsonl', 'archive'],
  // Twice: first their headers, which say what belongs to a fork, then all lines, the oldest file first.
  memberOrder: (names) => [...names.toSorted(), ...names.toSorted()],
  sniff: (head: TraceHead) =>
    head.kind === 'archive' ? isForks(head) : head.records.some(isCodexLine),
  start: (context, input) =>
    input === 'archive' ? new CodexForks(context) : new CodexReader(context),
});
