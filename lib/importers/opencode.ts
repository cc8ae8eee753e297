/**
 * OpenCode sessions: what `opencode export` writes, a session's messages as the server hands them
 * out, or the files under `storage/`. Seen: 0.5 to 1.17.
 * https://opencode.ai/docs/cli/#export
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter, type TraceHead } from './importer';
import { fieldsOf, listOf } from './loose-json';
import { OpenCodeDocument } from './opencode/document';
import { isStorage, OpenCodeStorage, storageOrder } from './opencode/storage';

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

/** Names of an archive's members. */
function namesOf({ records }: TraceHead): readonly string[] {
  const names = listOf(fieldsOf(records[0])?.['names']);
  return names.filter((name): name is string => typeof name === 'string');
}

/** Reads OpenCode's sessions; the calls that wrote summaries are a lane of their own. */
export const opencode = defineImporter({
  id: 'opencode',
  label: 'OpenCode',
  inputs: ['json', 'archive'],
  lists: ['messages[]', '[].messages[]'],
  memberOrder: storageOrder,
  sniff: (head) =>
    head.kind === 'archive' ? isStorage(namesOf(head)) : isDocument(head.records[0]),
  start: (context, input) =>
    input === 'archive' ? new OpenCodeStorage(context) : new OpenCodeDocument(context),
});
