/**
 * Output of `codex exec --json`:
 * https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs
 */
import type { Json } from '@/lib/session/schema';
import { CodexExecReader } from './reader';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';

function isExecLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (line?.['type'] === 'thread.started') return typeof line['thread_id'] === 'string';
  const type = line?.['type'];
  const item = type === 'item.completed' || type === 'item.started';
  return item && typeof fieldsOf(line?.['item'])?.['type'] === 'string';
}

/** Reads the events of a run; they hold less than the rollout that Codex writes beside them. */
export const codexExec = defineImporter({
  id: 'codex-exec',
  label: 'Codex exec output',
  source: 'Codex exec',
  inputs: ['jsonl'],
  sniff: ({ records }: TraceHead) => records.some(isExecLine),
  start: (context) => new CodexExecReader(context),
});
