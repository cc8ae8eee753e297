/**
 * Threads of Amp, `~/.local/share/amp/threads/T-*.json`, and what `amp threads export` prints; no source is public,
 * so as the readers of usage describe them: https://ccusage.com/guide/amp
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter } from '../../importer';
import {
  countOf,
  fieldsOf,
  isoOf,
  listOf,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { plain } from '../../mechanisms/messages/json-text';
import { MessageLog } from '../../mechanisms/messages/message-log';
import { recordWindow } from '../../mechanisms/session-facts';

const id = 'amp';

/** A thread: its id has a prefix that no other program's has. */
function threadIn(value: unknown): Fields | null {
  const thread = fieldsOf(value);
  const named = textOf(thread?.['id'])?.startsWith('T-') ?? false;
  return named && thread !== null && Array.isArray(thread['messages']) ? thread : null;
}

class AmpReader extends CountedReader {
  #log: MessageLog | null = null;
  #model: string | null = null;
  /** What the thread's ledger counted, by the message that answers; older threads have no other counts. */
  #ledger: ReadonlyMap<unknown, Fields> = new Map();

  protected take(value: Json, at: At, list?: string): void {
    const { receipt } = this.context;
    const fields = fieldsOf(plain(value));
    if (list !== undefined) {
      if (fields === null || this.#log === null) return receipt.lose('not a message', at);
      return this.#message(this.#log, fields, at);
    }
    this.close();
    const thread = threadIn(fields);
    if (thread === null) return receipt.lose('not a thread', at);
    this.#ledger = ledgerOf(thread);
    const { file, store } = this.context;
    const sessionId = this.unique(textOf(thread['id']) ?? file);
    const source = { format: id, file, agent: 'Amp', sessionId };
    const title = textOf(thread['title']);
    this.#log = new MessageLog(store, { name: sessionId, source });
    if (title !== null) this.#log.rename({ name: title });
    receipt.merge('facts about a thread', at);
  }

  #message(log: MessageLog, message: Fields, at: At): void {
    const { receipt } = this.context;
    const usage = fieldsOf(message['usage']) ?? this.#ledger.get(message['messageId']);
    const parts = listOf(message['content']).flatMap((block) => partsOf(block, log));
    const time = isoOf(usage?.['timestamp'] ?? fieldsOf(message['meta'])?.['sentAt']);
    if (message['role'] !== 'assistant') {
      if (log.turn({ role: 'user', parts }, { at, time })) receipt.keep();
      else receipt.drop('message without content', at);
      return;
    }
    recordWindow(log, countOf(usage?.['maxInputTokens']));
    this.#model = textOf(usage?.['model']) ?? this.#model;
    const stopped = fieldsOf(message['state'])?.['stopReason'];
    log.call(
      { role: 'model', parts },
      {
        at,
        time,
        model: this.#model,
        usage,
        family: 'converse',
        lengthStop: stopped === 'max_tokens',
      },
    );
    receipt.keep();
  }

  protected close(): void {
    if (this.#log !== null) this.session(this.#log.end());
    this.#log = null;
  }
}

function ledgerOf(thread: Fields): ReadonlyMap<unknown, Fields> {
  const events = listOf(fieldsOf(thread['usageLedger'])?.['events']).map(fieldsOf);
  return new Map(
    events.flatMap((event): readonly [unknown, Fields][] => {
      const tokens = fieldsOf(event?.['tokens']);
      if (event === null || tokens === null) return [];
      const { input, output, cacheReadInputTokens, cacheCreationInputTokens } = tokens;
      const cache = { cacheReadInputTokens, cacheCreationInputTokens };
      return [
        [event['toMessageId'], { inputTokens: input, outputTokens: output, ...event, ...cache }],
      ];
    }),
  );
}

/** A block; a tool's result holds its run: its state, and its result or its error. */
function partsOf(value: unknown, { names }: MessageLog): readonly Part[] {
  const block = fieldsOf(value);
  if (block?.['type'] !== 'tool_result') return readBlocks(value, names);
  const run = fieldsOf(block['run']);
  const callId = textOf(block['toolUseID']) ?? textOf(block['tool_use_id']);
  const content =
    run === null ? block['content'] : (run['result'] ?? run['error'] ?? run['status']);
  return responseParts({ id: callId, content }, names);
}

/** Reads threads; each answer holds the counts of its call. */
export const amp = defineImporter({
  id,
  label: 'Amp thread',
  source: 'Amp',
  unseen: 'its program',
  inputs: ['json', 'jsonl'],
  lists: ['messages[]'],
  sniff: ({ records }) => records.some((record) => threadIn(record) !== null),
  start: (context) => new AmpReader(context),
});
