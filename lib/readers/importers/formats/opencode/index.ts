/**
 * OpenCode sessions: the output of `opencode export`, a session's messages from the server, the files
 * under `storage/`, or the database `opencode.db`. Seen: 0.5 to 1.18.
 * https://opencode.ai/docs/cli/#export and, for the tables,
 * https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/session.sql.ts
 */
import type { Json } from '@/lib/engine/session/schema';
import { databaseTables, isDatabase, OpenCodeDatabase } from './database';
import { OpenCodeSession } from './session';
import { isStorage, OpenCodeStorage, storageOrder } from './storage';
import { defineImporter, type TraceHead, CountedReader } from '../../importer';
import { fieldsOf, listOf, memberNames, textOf, type Fields } from '../../mechanisms/loose-json';

/** Reads one exported session, a list of them, or the messages of one session. */
class OpenCodeDocument extends CountedReader {
  readonly #ids = new Set<string>();
  /** The session whose messages follow. */
  #open: OpenCodeSession | 'repeated' | null = null;
  /** True if the document is a list of messages; null until an element is seen. */
  #loose: boolean | null = null;

  protected take(value: Json, at: number | string, list?: string): void {
    if (list === undefined) {
      // The elements of a list follow it.
      if (!Array.isArray(value)) this.#export(value, at);
    } else if (list !== '[]') this.#message(value, at);
    else this.#element(value, at);
  }

  /** Takes an element: a list holds sessions, or the messages of one; the first decides. */
  #element(value: unknown, at: number | string): void {
    const message = fieldsOf(value);
    this.#loose ??= Array.isArray(message?.['parts']);
    if (!this.#loose) return this.#export(value, at);
    if (this.#open === null) {
      const sessionId = textOf(fieldsOf(message?.['info'])?.['sessionID']);
      this.#begin({ id: sessionId ?? this.context.file });
    }
    this.#message(value, at);
  }

  #export(value: unknown, at: number | string): void {
    this.close();
    const info = fieldsOf(fieldsOf(value)?.['info']);
    if (info === null) this.context.receipt.lose('not an exported session', at);
    else this.#begin(info);
  }

  #begin(info: Fields): void {
    const id = textOf(info['id']) ?? this.context.file;
    if (this.#ids.has(id)) this.#open = 'repeated';
    else this.#open = new OpenCodeSession(this.context, info, id);
    this.#ids.add(id);
  }

  #message(value: unknown, at: number | string): void {
    const { receipt } = this.context;
    const message = fieldsOf(value);
    const about = fieldsOf(message?.['info']);
    if (this.#open === 'repeated') receipt.merge('repeated session', at);
    else if (about === null || this.#open === null) receipt.lose('not a message', at);
    else this.#open.message(about, listOf(message?.['parts']), at);
  }

  protected close(): void {
    const drafts = this.#open === null || this.#open === 'repeated' ? [] : this.#open.finish();
    this.#open = null;
    for (const draft of drafts) this.session(draft);
  }
}

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
