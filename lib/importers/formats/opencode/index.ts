/**
 * OpenCode sessions: the output of `opencode export`, a session's messages from the server, the files
 * under `storage/`, or the database `opencode.db`. Seen: 0.5 to 1.18.
 * https://opencode.ai/docs/cli/#export and, for the tables,
 * https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/session.sql.ts
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, listOf, memberNames } from '../../mechanisms/loose-json';
import { databaseTables, isDatabase, OpenCodeDatabase } from './database';
import { OpenCodeDocument } from './document';
import { isStorage, OpenCodeStorage, storageOrder } from './storage';

/** A message with its parts. */
function isMessage(value: unknown): boolean {
  const message = fieldsOf(value);
  const role = fieldsOf(message?.['info'])?.['role'];
  return (role === 'user' || role === 'assistant') && Array.isArray(message?.['parts']);
}

function isExport(document: unknown): boolean {
  const fields = fieldsOf(document);
  if (typeof fieldsOf(fields?.['info'])?.['id'] !== 'string') return false;
  return Array.isArray(fields?.['messages']) && isMessage(listOf(fields['messages'])[0]);
}

const isDocument = (document: Json | undefined): boolean =>
  Array.isArray(document) ? isMessage(document[0]) || isExport(document[0]) : isExport(document);

function isOpenCode({ kind, records: [head] }: TraceHead): boolean {
  if (kind === 'sqlite') return isDatabase(head);
  return kind === 'archive' ? isStorage(memberNames(head)) : isDocument(head);
}

/** Reads OpenCode's sessions; the calls that wrote summaries are a separate lane. */
export const opencode = defineImporter({
  id: 'opencode',
  label: 'OpenCode',
  inputs: ['json', 'archive', 'sqlite'],
  lists: ['messages[]', '[].messages[]'],
  tables: databaseTables,
  memberOrder: storageOrder,
  sniff: isOpenCode,
  start: (context, input) => {
    if (input === 'sqlite') return new OpenCodeDatabase(context);
    return input === 'archive' ? new OpenCodeStorage(context) : new OpenCodeDocument(context);
  },
});
