/**
 * goose's sessions, `~/.local/share/goose/sessions/*.jsonl` and, in newer versions, `sessions.db` there:
 * https://github.com/block/goose/blob/main/crates/goose/src/session/session_manager.rs (tables) and
 * https://github.com/block/goose/blob/main/crates/goose/src/conversation/message.rs (messages).
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, listOf, numberOf, textOf } from '../../mechanisms/loose-json';
import { GooseDatabase } from './database';
import { GooseLines } from './lines';

/** A message: no other format has a time in seconds beside a role and a list of typed contents. */
function isMessage(record: Json): boolean {
  const line = fieldsOf(record);
  const role = line?.['role'];
  if ((role !== 'user' && role !== 'assistant') || numberOf(line?.['created']) === null)
    return false;
  const contents = listOf(line?.['content']);
  return contents.length > 0 && contents.every((item) => textOf(fieldsOf(item)?.['type']) !== null);
}

function isDatabase(head: Json | undefined): boolean {
  const tables = fieldsOf(head);
  const has = (table: string, ...columns: readonly string[]): boolean =>
    columns.every((column) => listOf(tables?.[table]).includes(column));
  return (
    has('sessions', 'id', 'working_dir', 'accumulated_total_tokens') &&
    has('messages', 'session_id', 'role', 'content_json', 'created_timestamp')
  );
}

/** Reads goose's sessions; one that another one began is linked to it. */
export const goose = defineImporter({
  id: 'goose',
  label: 'goose session',
  source: 'goose',
  unseen: 'its source',
  inputs: ['jsonl', 'sqlite'],
  tables: [
    { name: 'sessions', order: ['created_at', 'id'] },
    { name: 'usage_ledger', order: ['session_id', 'id'] },
    { name: 'messages', order: ['session_id', 'id'] },
  ],
  sniff: ({ kind, records }: TraceHead) =>
    kind === 'sqlite' ? isDatabase(records[0]) : records.some(isMessage),
  start: (context, input) =>
    input === 'sqlite' ? new GooseDatabase(context) : new GooseLines(context),
});
