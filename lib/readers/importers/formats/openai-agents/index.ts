/**
 * Sessions of the OpenAI Agents SDK (`SQLiteSession`, `SQLAlchemySession`), and lists of items, as conversations
 * and `to_input_list()` give them: https://openai.github.io/openai-agents-python/sessions/ and
 * https://platform.openai.com/docs/api-reference/conversations/list-items
 */
import type { SessionInfo } from '@/lib/engine/session/builder';
import type { EntryStore } from '@/lib/engine/session/draft';
import type { Json } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter, hasTables, type ImportContext } from '../../importer';
import { isoTime, readSeconds } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { inOrder } from '../../mechanisms/messages/item-order';
import { decoded, jsonIn, plain } from '../../mechanisms/messages/json-text';
import { MessageLog } from '../../mechanisms/messages/message-log';
import { readItemTurns } from '../../mechanisms/messages/openai-responses';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'openai-agents';

/** One session: its items in order. */
class ItemLog extends MessageLog {
  #turn = 0;
  readonly #sessionId: string;

  /** `usage`: what `AdvancedSQLiteSession` counts, by session and turn. */
  constructor(
    store: EntryStore,
    info: SessionInfo,
    private readonly usage: ReadonlyMap<string, Fields>,
  ) {
    super(store, info);
    this.#sessionId = info.source.sessionId;
  }

  /** Takes an item; false for one without content. */
  item(item: Fields, at: At, time: string | null): boolean {
    const turns = readItemTurns(item, this.names);
    for (const turn of turns) {
      if (turn.role === 'user') {
        if (turn.system !== true && turn.parts.some(({ kind }) => kind !== 'response'))
          this.#turn++;
        this.turn(turn, { at, time });
      }
      // Reasoning, texts and calls that follow each other are one answer.
      else {
        const usage = this.#usageAt(at);
        this.call(turn, { at, time, model: null, usage, family: 'otel', continues: true });
      }
    }
    return turns.some(({ parts }) => parts.length > 0);
  }

  /** The counts of a turn of one call; those of several stand for none of them. */
  #usageAt(at: At): Json {
    const row = this.usage.get(turnOf(this.#sessionId, this.#turn));
    if (row === undefined) return null;
    if (row['requests'] !== 1) {
      this.notice('usage-summed', SUMMED, at);
      return null;
    }
    const details = fieldsOf(decoded(row['input_tokens_details']));
    return otelUsage({
      input: row['input_tokens'],
      output: row['output_tokens'],
      total: row['total_tokens'],
      read: details?.['cached_tokens'],
    });
  }
}

const SUMMED = 'The counts of a turn are of all its calls together; they stand for none of them.';

const turnOf = (session: unknown, turn: unknown): string => JSON.stringify([session, turn]);

const logOf = (
  { store, file }: ImportContext,
  sessionId: string,
  usage: ReadonlyMap<string, Fields> = new Map(),
): ItemLog =>
  new ItemLog(
    store,
    { name: sessionId, source: { format: id, file, agent: 'OpenAI Agents SDK', sessionId } },
    usage,
  );

class ItemReader extends CountedReader {
  #log: ItemLog | null = null;

  protected take(value: Json, at: At): void {
    const items = itemsIn(value);
    const { receipt } = this.context;
    if (items === null) return receipt.lose('not an item', at);
    items.forEach((item, i) => {
      const fields = fieldsOf(plain(item));
      const place = items.length === 1 ? at : `${at}[${i}]`;
      const log = (this.#log ??= logOf(this.context, this.context.file));
      if (fields === null || !log.item(fields, place, null))
        receipt.drop('item without content', place);
      else receipt.keep();
    });
  }

  protected close(): void {
    if (this.#log !== null) this.session(this.#log.end());
  }
}

class DatabaseReader extends CountedReader {
  protected override empty = 'The database holds no session.';
  protected override nothing = 'The database holds no model call.';
  readonly #logs = new Map<string, ItemLog>();
  readonly #usage = new Map<string, Fields>();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const record = fieldsOf(value);
    const row = fieldsOf(record?.['row']) ?? {};
    if (record?.['table'] === 'turn_usage') {
      if (row['branch_id'] === 'main')
        this.#usage.set(turnOf(row['session_id'], row['user_turn_number']), row);
      return receipt.merge('counts of a turn', at);
    }
    const sessionId = textOf(row['session_id']) ?? this.context.file;
    const item = fieldsOf(jsonIn(textOf(row['message_data']) ?? ''));
    if (item === null) return receipt.lose('not an item', at);
    const log = this.#logs.get(sessionId) ?? logOf(this.context, sessionId, this.#usage);
    this.#logs.set(sessionId, log);
    const time = isoTime(readSeconds(row['created_at'] as Json | undefined));
    if (log.item(item, at, time)) receipt.keep();
    else receipt.drop('item without content', at);
  }

  protected close(): void {
    for (const log of this.#logs.values()) this.session(log.end());
  }
}

/** Tables that hold items: their names are the application's, those of their columns the SDK's. */
const messageTables = (columns: unknown): readonly string[] =>
  Object.keys(fieldsOf(columns) ?? {}).filter((name) =>
    hasTables(columns, { [name]: ['id', 'session_id', 'message_data'] }),
  );

/** Types that only items have. */
const ITEM =
  /^(function_call|function_call_output|reasoning|custom_tool_call|mcp_call|[a-z_]+_call(_output)?)$/;

/** An item of a conversation; a message names its type, and its content blocks theirs. */
function isItem(value: unknown): boolean {
  const item = fieldsOf(value);
  const type = textOf(item?.['type']);
  if (item === null || type === null || 'timestamp' in item || 'payload' in item) return false;
  if (type !== 'message') return ITEM.test(type) && ('call_id' in item || 'summary' in item);
  return listOf(item['content']).some((block) =>
    /^(input|output)_(text|image|file)$/.test(String(fieldsOf(block)?.['type'])),
  );
}

/** An item, or a message that lacks its type; other logs have times and places beside such fields. */
function isOne(value: unknown): boolean {
  const item = fieldsOf(value);
  if (item === null || ['ts', 'timestamp', 'payload'].some((name) => name in item)) return false;
  return (
    typeof item['type'] === 'string' || (typeof item['role'] === 'string' && 'content' in item)
  );
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) || fieldsOf(value)?.['object'] === 'list';

/** The items of a record: one, a list, a page of a list; null for anything else. */
function itemsIn(value: unknown): readonly unknown[] | null {
  if (!isList(value)) return isOne(value) ? [value] : null;
  const list = Array.isArray(value) ? (value as unknown[]) : listOf(fieldsOf(value)?.['data']);
  return list.some(isItem) && list.every(isOne) ? inOrder(list) : null;
}

/** Reads sessions of the SDK's databases and lists of items; no item is counted. */
export const openaiAgents = defineImporter({
  id,
  label: 'OpenAI Agents session',
  source: 'OpenAI Agents',
  unseen: 'its source',
  inputs: ['sqlite', 'json', 'jsonl'],
  tables: [{ name: 'agent_messages', order: ['session_id', 'id'] }],
  tablesIn: (columns) => [
    // Counts come first, for the calls that they are of.
    { name: 'turn_usage', order: ['session_id', 'id'] },
    ...messageTables(columns).map((name) => ({ name, order: ['session_id', 'id'] })),
  ],
  sniff: ({ kind, records }) => {
    if (kind === 'sqlite') return messageTables(records[0]).length > 0;
    const [first] = records;
    const items = records.length === 1 && isList(first) ? itemsIn(first) : records;
    return items !== null && items.some(isItem) && items.every(isOne);
  },
  start: (context, input) =>
    input === 'sqlite' ? new DatabaseReader(context) : new ItemReader(context),
});
