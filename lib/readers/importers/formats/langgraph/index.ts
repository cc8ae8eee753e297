/**
 * LangGraph's thread states (`get_state`, `get_state_history`, the platform's API), its SQLite checkpointer's table, and LangChain's messages, as
 * `messages_to_dict`, `dumps` and `model_dump` write them.
 * https://github.com/langchain-ai/langgraph/blob/main/libs/sdk-py/langgraph_sdk/schema.py and
 * https://github.com/langchain-ai/langchain/blob/master/libs/core/langchain_core/messages/ai.py
 */
import type { Json } from '@/lib/engine/session/schema';
import { CollectingReader, defineImporter, hasTables, someRecord } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { Message, RecordedCall } from '../../mechanisms/calls/recorded-call';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type At } from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { jsonIn, plain } from '../../mechanisms/messages/json-text';
import { CallNames } from '../../mechanisms/messages/turns';
import { langChainFields, usageInMessage } from './message';
import { messagePackIn } from './message-pack';

const id = 'langgraph';

/** A thread's state at one checkpoint. */
interface Snapshot {
  readonly messages: readonly unknown[];
  readonly thread: string | null;
  /** The subgraph that the state is of; empty for the thread's own. */
  readonly space: string;
  readonly time: number | null;
  readonly at: At;
}

/** The messages of a state, of its values, or of a list. */
function messagesIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return langChainFields(value[0]) === null ? null : (value as unknown[]);
  const fields = fieldsOf(value);
  const inner = fieldsOf(fieldsOf(fields?.['checkpoint'])?.['channel_values']);
  const values = fieldsOf(fields?.['values']) ?? fieldsOf(fields?.['channel_values']);
  const state = values ?? inner ?? fields;
  const list = state?.['messages'];
  return Array.isArray(list) && langChainFields(list[0]) !== null ? (list as unknown[]) : null;
}

function snapshotsIn(value: unknown, at: At): readonly Snapshot[] {
  const fields = fieldsOf(value);
  const messages = messagesIn(value);
  const stored = fieldsOf(fields?.['checkpoint']);
  const checkpoint = fieldsOf(fieldsOf(fields?.['config'])?.['configurable']) ?? stored;
  const below = listOf(fields?.['tasks']).flatMap((task, i) =>
    snapshotsIn(fieldsOf(task)?.['state'], `${at}.tasks[${i}].state`),
  );
  if (messages === null) return below;
  const metadata = fieldsOf(fields?.['metadata']);
  const own = {
    messages,
    thread: textOf(checkpoint?.['thread_id']) ?? textOf(metadata?.['thread_id']),
    space: (textOf(checkpoint?.['checkpoint_ns']) ?? '').replaceAll(/:[^|]*/g, ''),
    time: timeIn(fields?.['created_at'] ?? fields?.['ts'] ?? stored?.['ts']),
    at,
  };
  return [own, ...below];
}

/** A row of the checkpointer's table as the tuple that it loads: JSON, or MessagePack of Python's. */
function tupleOf(value: unknown): unknown {
  const row = fieldsOf(fieldsOf(value)?.['row']) ?? {};
  const { thread_id, checkpoint_ns } = row;
  const text = textOf(row['checkpoint']) ?? '';
  // No map of MessagePack is text: its first byte begins no character.
  const checkpoint = text.startsWith('{') ? jsonIn(text) : messagePackIn(text);
  return { checkpoint, config: { configurable: { thread_id, checkpoint_ns } } };
}

class LangGraphReader extends CollectingReader<CallSessions> {
  readonly #snapshots: Snapshot[] = [];
  /** Messages that came one by one, each on a line. */
  readonly #loose: unknown[] = [];

  record(value: Json, at: At): void {
    const { receipt } = this.context;
    const isRow = 'table' in (fieldsOf(value) ?? {});
    const record = plain(isRow ? tupleOf(value) : value);
    const found = snapshotsIn(record, at);
    if (found.length > 0) this.#snapshots.push(...found);
    else if (langChainFields(record) !== null) this.#loose.push(record);
    else if (isRow && fieldsOf(fieldsOf(record)?.['checkpoint']) !== null)
      return receipt.drop('checkpoint without messages', at);
    else return receipt.lose('neither a state with messages nor a message', at);
    receipt.keep();
  }

  protected override close(): void {
    if (this.#loose.length > 0) {
      this.#snapshots.push({ messages: this.#loose, thread: null, space: '', time: null, at: '$' });
    }
    // A history is told from its newest state back.
    const inOrder = this.#snapshots
      .map((snapshot, i) => ({ snapshot, i }))
      .sort((a, b) => (a.snapshot.time ?? 0) - (b.snapshot.time ?? 0) || a.i - b.i);
    const lanes = new Map<string, ThreadLane>();
    for (const { snapshot } of inOrder) {
      const key = JSON.stringify([snapshot.thread, snapshot.space]);
      const lane = lanes.get(key) ?? new ThreadLane(this.context.file);
      lanes.set(key, lane);
      // The time of a single state is that of its end, which none of its calls need have.
      const time = inOrder.length > 1 ? snapshot.time : null;
      for (const call of lane.calls({ ...snapshot, time })) this.sessions.call(call);
    }
  }
}

/** The calls of one thread, or of a subgraph in it, that its states show one after the other. */
class ThreadLane {
  readonly #names = new CallNames();
  readonly #seen = new Set<string>();
  /** Keys of the messages of the state before. */
  #before: readonly string[] = [];
  /** Messages of that state that the last call's request held, and its answer. */
  #told = 0;

  constructor(private readonly file: string) {}

  *calls({ messages, thread, space, time, at }: Snapshot): Generator<RecordedCall> {
    const keys = messages.map((message, i) => keyOf(message, i));
    const grows = this.#before.every((key, i) => keys[i] === key);
    if (!grows) this.#told = 0;
    let carries: RecordedCall['carries'] = grows ? 'delta' : 'whole';
    const last = messages.findLastIndex((message) => langChainFields(message)?.['type'] === 'ai');
    for (const [i, message] of messages.entries()) {
      const fields = langChainFields(message);
      if (fields?.['type'] !== 'ai' || this.#seen.has(keys[i] ?? '')) continue;
      this.#seen.add(keys[i] ?? '');
      const request = readAnyMessages(messages.slice(this.#told, i), 'user', this.#names);
      const { response_metadata: response } = fields;
      const facts = fieldsOf(response) ?? {};
      yield {
        at: `${at}.messages[${i}]`,
        time,
        conversation: thread ?? this.file,
        lane: space === '' ? 'main' : space,
        parentLane: space === '' ? null : 'main',
        system: request?.system ?? null,
        tools: null,
        messages: request?.messages ?? [],
        carries,
        id: textOf(fields['id']),
        output: [
          ...modelMessages(message, this.#names),
          ...this.#rest(messages, i === last ? i + 1 : null),
        ],
        ...usageInMessage(fields),
        model: textOf(facts['model_name']) ?? textOf(facts['model']),
        lengthStop: facts['finish_reason'] === 'length' || facts['stop_reason'] === 'max_tokens',
      };
      carries = 'delta';
      this.#told = i === last ? messages.length : i + 1;
    }
    this.#before = keys;
  }

  /** What stands behind the last answer: no call was sent it yet. */
  #rest(messages: readonly unknown[], from: number | null): readonly Message[] {
    if (from === null || from === messages.length) return [];
    return readAnyMessages(messages.slice(from), 'user', this.#names)?.messages ?? [];
  }
}

const keyOf = (message: unknown, i: number): string =>
  textOf(langChainFields(message)?.['id']) ?? `${i} ${JSON.stringify(message)}`;

function modelMessages(message: unknown, names: CallNames): readonly Message[] {
  const found = readAnyMessages([message], 'model', names)?.messages ?? [];
  return found.map((one): Message => ({ ...one, role: 'model' }));
}

const isMessages = (value: unknown): boolean =>
  snapshotsIn(value, '$').length > 0 || langChainFields(value) !== null;

/** Reads states and lists of messages; what a later state no longer holds is a compaction. */
export const langgraph = defineImporter({
  id,
  label: 'LangGraph state',
  source: 'LangGraph',
  unseen: 'its source',
  inputs: ['json', 'jsonl', 'sqlite'],
  tables: [
    {
      name: 'checkpoints',
      order: ['thread_id', 'checkpoint_ns', 'checkpoint_id'],
      binary: 'checkpoint',
    },
  ],
  sniff: ({ kind, records }) =>
    kind === 'sqlite'
      ? hasTables(records[0], { checkpoints: ['thread_id', 'checkpoint_ns', 'checkpoint'] })
      : someRecord(records, isMessages),
  start: (context) =>
    new LangGraphReader(context, new CallSessions(context, { format: id, agent: 'LangGraph' })),
});
