/**
 * OpenCode sessions: the output of `opencode export`, a session's messages from the server, or the
 * files under `storage/`. Seen: 0.5 to 1.17.
 * https://opencode.ai/docs/cli/#export
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf, memberNames } from '../../mechanisms/loose-json';
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

/** Reads OpenCode's sessions; the calls that wrote summaries are a separate lane. */
export const opencode = defineImporter({
  id: 'opencode',
  label: 'OpenCode',
  inputs: ['json', 'archive'],
  lists: ['messages[]', '[].messages[]'],
  memberOrder: storageOrder,
  sniff: ({ kind, records: [head] }) =>
    kind === 'archive' ? isStorage(memberNames(head)) : isDocument(head),
  start: (context, input) =>
    input === 'archive' ? new OpenCodeStorage(context) : new OpenCodeDocument(context),
});
