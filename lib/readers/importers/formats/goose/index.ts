/**
 * goose's sessions, `~/.local/share/goose/sessions/*.jsonl` and, in newer versions, `sessions.db` there:
 * https://github.com/block/goose/blob/main/crates/goose/src/session/session_manager.rs (tables) and
 * https://github.com/block/goose/blob/main/crates/goose/src/conversation/message.rs (messages).
 */
import type { Json } from '@/lib/engine/session/schema';
import { GooseSession } from './session';
import { hasTables, defineImporter, type TraceHead, CountedReader } from '../../importer';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { jsonIn } from '../../mechanisms/messages/json-text';

/**
 * Reads a session's file: a line of facts, which the oldest ones lack, then a message a line; and what
 * `goose session export --format json` writes from 1.46 on: the facts, then the messages as `conversation`.
 */
class GooseLines extends CountedReader {
  #open: GooseSession | null = null;

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const line = fieldsOf(value);
    if (line === null) return receipt.lose('not an object', at);
    if (isExport(value)) {
      this.close();
      this.#begin(rowOf(line));
      return receipt.merge('facts about a session', at);
    }
    if (textOf(line['role']) === null) {
      if (!('message_count' in line)) return receipt.lose('neither facts nor a message', at);
      this.close();
      this.#begin(line);
      return receipt.merge('facts about a session', at);
    }
    const session = this.#open ?? this.#begin({});
    session.message(
      { role: line['role'], created: line['created'], metadata: line['metadata'] },
      line['content'],
      at,
    );
  }

  #begin(row: Fields): GooseSession {
    const named = this.context.file.replace(/^.*[/\\]/, '').replace(/\.jsonl$/, '');
    const id = this.unique(textOf(row['id']) ?? named);
    this.#open = new GooseSession(this.context, { id, row, ledger: [] });
    return this.#open;
  }

  protected close(): void {
    if (this.#open !== null) this.session(this.#open.finish());
    this.#open = null;
  }
}

/** A session's facts under the names of the table's columns. */
function rowOf({ usage, model_config: model, ...facts }: Fields): Fields {
  const counts = fieldsOf(usage) ?? {};
  return {
    ...facts,
    ...counts,
    cache_read_tokens: counts['cache_read_input_tokens'],
    cache_write_tokens: counts['cache_write_input_tokens'],
    model_config_json: JSON.stringify(model ?? null),
  };
}

const isExport = (value: Json): boolean => {
  const fields = fieldsOf(value);
  return (
    Array.isArray(fields?.['conversation']) && 'working_dir' in fields && 'message_count' in fields
  );
};

/** Reads the rows of `sessions` and of the ledger, then those of `messages`, session by session. */
class GooseDatabase extends CountedReader {
  protected override empty = 'The database holds no session.';
  protected override nothing = 'The database holds no model call.';
  readonly #rows = new Map<string, Fields>();
  readonly #ledgers = new Map<string, Fields[]>();
  #open: { readonly id: string; readonly session: GooseSession } | null = null;

  protected take(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const record = fieldsOf(value);
    const row = fieldsOf(record?.['row']) ?? {};
    switch (record?.['table']) {
      case 'sessions':
        this.#rows.set(textOf(row['id']) ?? String(at), row);
        return receipt.merge('facts about a session', at);
      case 'usage_ledger':
        this.#count(row);
        return receipt.merge('counts of a call', at);
      case 'messages':
        return this.#message(row, at);
      default:
        return receipt.drop('row of another table', at);
    }
  }

  #count(row: Fields): void {
    const id = textOf(row['session_id']) ?? '';
    const ledger = this.#ledgers.get(id);
    if (ledger === undefined) this.#ledgers.set(id, [row]);
    else ledger.push(row);
  }

  #message(row: Fields, at: number | string): void {
    const content = jsonIn(textOf(row['content_json']) ?? '');
    const metadata = jsonIn(textOf(row['metadata_json']) ?? '');
    const raw = { role: row['role'], created: row['created_timestamp'], metadata };
    this.#session(row).message(raw, content, at);
  }

  #session(row: Fields): GooseSession {
    const id = textOf(row['session_id']) ?? this.context.file;
    if (this.#open?.id === id) return this.#open.session;
    this.close();
    const known = this.#rows.get(id) ?? {};
    const ledger = this.#ledgers.get(id) ?? [];
    this.#ledgers.delete(id);
    const facts = { id: this.unique(id), row: known, ledger };
    const session = new GooseSession(this.context, facts);
    this.#open = { id, session };
    return session;
  }

  protected close(): void {
    if (this.#open !== null) this.session(this.#open.session.finish());
    this.#open = null;
  }
}

/** A message: no other format has a time in seconds beside a role and a list of typed contents. */
function isMessage(record: Json): boolean {
  const line = fieldsOf(record);
  const role = line?.['role'];
  if ((role !== 'user' && role !== 'assistant') || numberOf(line?.['created']) === null)
    return false;
  const contents = listOf(line?.['content']);
  return contents.length > 0 && contents.every((item) => textOf(fieldsOf(item)?.['type']) !== null);
}

const isDatabase = (head: Json | undefined): boolean =>
  hasTables(head, {
    sessions: ['id', 'working_dir', 'accumulated_total_tokens'],
    messages: ['session_id', 'role', 'content_json', 'created_timestamp'],
  });

/** Reads goose's sessions; one that another one began is linked to it. */
export const goose = defineImporter({
  id: 'goose',
  label: 'goose session',
  source: 'goose',
  unseen: 'its source',
  inputs: ['jsonl', 'sqlite', 'json'],
  lists: ['conversation[]'],
  tables: [
    { name: 'sessions', order: ['created_at', 'id'] },
    { name: 'usage_ledger', order: ['session_id', 'id'] },
    { name: 'messages', order: ['session_id', 'id'] },
  ],
  sniff: ({ kind, records }: TraceHead) =>
    kind === 'sqlite'
      ? isDatabase(records[0])
      : records.some((one) => isMessage(one) || isExport(one)),
  start: (context, input) =>
    input === 'sqlite' ? new GooseDatabase(context) : new GooseLines(context),
});
