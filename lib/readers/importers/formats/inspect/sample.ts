import { joinedTexts } from '../../mechanisms/messages/parts';
import { Spans } from './spans';
import type { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { NativeCompaction, RecordedCall } from '../../mechanisms/calls/recorded-call';
import { usageOf } from '../../mechanisms/exchange/recorded';
import { timeIn } from '../../mechanisms/exchange/time';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { readChatMessages, readChatTools } from '../../mechanisms/messages/openai-chat';
import { readRefusal, SIZELESS } from '../../mechanisms/refusals/read-refusal';
import type { ReceiptBuilder } from '../../receipt';

/** Facts of a call from its model event. */
type ModelCall = Pick<
  RecordedCall,
  'system' | 'tools' | 'messages' | 'output' | 'usage' | 'model' | 'rejected' | 'lengthStop'
>;

/**
 * Reads a model event: its input, in place or as ranges of the sample's messages, and its output.
 * If the context was too long, Inspect answers with the provider's error as a message.
 */
function readModelEvent(
  event: Fields,
  resolve: (value: unknown) => unknown,
  pool: readonly unknown[],
): ModelCall {
  const input = listOf(resolve(inputOf(event, pool))).map(asChat);
  const { system, messages } = readChatMessages(input);
  const output = fieldsOf(resolve(event['output']));
  const choice = fieldsOf(listOf(output?.['choices'])[0]);
  const answer = readChatMessages([asChat(choice?.['message'] ?? null)]).messages;
  const error = textOf(event['error']) ?? textOf(output?.['error']);
  const overflow = choice?.['stop_reason'] === 'model_length';
  const said = joinedTexts(answer.flatMap(({ parts }) => parts));
  const refusal = readRefusal(error ?? (overflow ? said : ''));
  return {
    system: system ?? [],
    tools: readChatTools(resolve(event['tools'])) ?? [],
    messages,
    output: overflow || error !== null ? [] : answer,
    usage: usageOf(output?.['usage']),
    model: textOf(event['model']) ?? textOf(output?.['model']),
    rejected: refusal ?? (overflow ? SIZELESS : null),
    lengthStop: choice?.['stop_reason'] === 'max_tokens',
  };
}

/** The input, or the messages of the pool at its ranges `[start, end)`. */
function inputOf(event: Fields, pool: readonly unknown[]): readonly unknown[] {
  const own = listOf(event['input']);
  const refs = listOf(event['input_refs']);
  if (own.length > 0 || refs.length === 0) return own;
  return refs.flatMap((ref) => {
    const [start, end] = listOf(ref);
    return typeof start === 'number' && typeof end === 'number' ? pool.slice(start, end) : [];
  });
}

/** A message in the form of Chat Completions; a failed tool's message is its error. */
function asChat(value: unknown): unknown {
  const message = fieldsOf(value);
  const error = textOf(fieldsOf(message?.['error'])?.['message']);
  return message !== null && error !== null ? { ...message, content: error } : value;
}

const reference = /^(?:attachment|tc):\/\/(.+)$/;

/** Long texts of a sample, which its events reference by hash or by position. */
class AttachmentTexts {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** Adds texts by their hash. */
  add(texts: Fields | null): void {
    for (const [hash, text] of Object.entries(texts ?? {})) {
      if (typeof text === 'string') this.#texts.set(hash, text);
    }
  }

  /** Adds texts to a sequence that continues from piece to piece. */
  append(texts: readonly unknown[]): void {
    for (const text of texts) {
      if (typeof text === 'string') this.#texts.set(String(this.#count), text);
      this.#count++;
    }
  }

  /** The value with every reference replaced by its text; unknown ones are left unchanged. */
  resolve(value: unknown): unknown {
    if (this.#texts.size === 0) return value;
    if (typeof value === 'string') {
      const name = value.length > 200 ? undefined : reference.exec(value)?.[1];
      return name === undefined ? value : (this.#texts.get(name) ?? value);
    }
    if (Array.isArray(value)) {
      const items = value.map((item) => this.resolve(item));
      return items.every((item, i) => item === value[i]) ? value : items;
    }
    const fields = fieldsOf(value);
    if (fields === null) return value;
    // Copied only where something is replaced.
    let copy: Record<string, unknown> | null = null;
    for (const [name, item] of Object.entries(fields)) {
      const resolved = this.resolve(item);
      if (resolved !== item) (copy ??= { ...fields })[name] = resolved;
    }
    return copy ?? value;
  }
}

/** Facts of the log that hold for all its samples. */
export interface EvalInfo {
  readonly task: string | null;
  readonly model: string | null;
}

/** Most retries of one call that become steps; a larger number is not a count of calls. */
const MOST_RETRIES = 100;

/** Events repeated in the next request. */
const repeatedEvents = new Set(['tool', 'compaction']);

/** Reads one sample, whole or piece by piece; its model events become calls. */
export class SampleReader {
  readonly #texts = new AttachmentTexts();
  readonly #spans = new Spans();
  /** Messages that events reference by position. */
  #pool: readonly unknown[] = [];
  #name = 'sample';
  /** A compaction that first applies to the next model event. */
  #compaction: NativeCompaction | null = null;

  constructor(
    private readonly sessions: CallSessions,
    private readonly receipt: ReceiptBuilder,
    private readonly info: EvalInfo,
  ) {}

  /** Takes a sample as one document. */
  whole(sample: Fields, at: string): void {
    this.#shell(sample);
    this.#texts.add(
      fieldsOf(sample['attachments']) ?? fieldsOf(fieldsOf(sample['transcript'])?.['content']),
    );
    this.#pool = listOf(fieldsOf(sample['events_data'])?.['messages'] ?? sample['message_pool']);
    listOf(sample['error_retries']).forEach((retry, i) => {
      const events = listOf(fieldsOf(retry)?.['events']);
      this.#events(events, `${at}.error_retries[${i}].events`, `${this.#name}, attempt ${i + 1}`);
    });
    const events = listOf(sample['events'] ?? fieldsOf(sample['transcript'])?.['events']);
    if (events.length > 0) this.#events(events, `${at}.events`, this.#name);
    else this.#conversation(listOf(sample['messages']), at);
  }

  /** Takes a piece of a sample that is cut into files; events come last. */
  piece(kind: 'shell' | 'attachments' | 'messages' | 'events', content: unknown, at: string): void {
    if (kind === 'shell') this.#shell(fieldsOf(content) ?? {});
    else if (kind === 'attachments') this.#texts.append(listOf(content));
    else if (kind === 'messages') this.#pool = [...this.#pool, ...listOf(content)];
    else this.#events(listOf(content), at, this.#name);
  }

  #shell(sample: Fields): void {
    const { id, epoch } = sample;
    const name = typeof id === 'number' || typeof id === 'string' ? String(id) : '?';
    this.#name = `sample ${name}, epoch ${typeof epoch === 'number' ? epoch : 1}`;
  }

  #events(events: readonly unknown[], at: string, conversation: string, lane?: string): void {
    events.forEach((value, i) => {
      const event = fieldsOf(value);
      const place = `${at}[${i}]`;
      if (event === null) this.receipt.lose('not an event', place);
      else this.#event(event, place, conversation, lane);
    });
  }

  #event(event: Fields, at: string, conversation: string, lane?: string): void {
    const kind = textOf(event['event']) ?? 'unknown';
    this.#spans.take(event);
    if (kind === 'model') return this.#model(event, at, conversation, lane);
    if (kind === 'compaction') {
      const [preTokens, postTokens] = [event['tokens_before'], event['tokens_after']].map(countOf);
      this.#compaction = { preTokens: preTokens ?? null, postTokens: postTokens ?? null };
    }
    if (repeatedEvents.has(kind)) this.receipt.merge('repeated in the next request', at);
    else this.receipt.drop(`not part of a request: ${kind}`, at);
    // Logs before spans nest an agent's events in the event of its tool or sub-task.
    const nested = listOf(event['events']);
    const name = textOf(event['name']) ?? textOf(event['function']) ?? kind;
    if (nested.length > 0) this.#events(nested, `${at}.events`, conversation, name);
  }

  #model(event: Fields, at: string, conversation: string, nested?: string): void {
    const call = readModelEvent(event, (value) => this.#texts.resolve(value), this.#pool);
    const { lane, parent } = this.#spans.laneOf(textOf(event['span_id']), nested);
    const retries = typeof event['retries'] === 'number' ? event['retries'] : 0;
    const place = { at, conversation, lane, parent };
    for (let n = 0; n < Math.min(retries, MOST_RETRIES); n++) {
      const failed = { ...call, output: [], usage: null, rejected: null, lengthStop: false };
      this.#take(failed, event, place);
    }
    this.#take(call, event, place);
    this.#compaction = null;
    this.receipt.keep();
  }

  #take(
    call: ModelCall,
    event: Fields,
    place: { at: string; conversation: string; lane: string | null; parent: string | null },
  ): void {
    this.sessions.call({
      ...call,
      at: place.at,
      time: timeIn(event['timestamp']),
      conversation: place.conversation,
      lane: place.lane ?? 'main',
      parentLane: place.parent,
      name: this.#title(place.conversation, place.lane),
      carries: 'whole',
      family: 'inspect',
      compaction: this.#compaction,
      model: call.model ?? this.info.model,
    });
  }

  #title(conversation: string, lane: string | null): string {
    const task = this.info.task === null ? '' : `${this.info.task}: `;
    return `${task}${conversation}${lane === null ? '' : ` (${lane})`}`;
  }

  /**
   * Reads a log without events: every message of the model was a call; its counts are not recorded.
   */
  #conversation(messages: readonly unknown[], at: string): void {
    messages.forEach((value, i) => {
      const place = `${at}.messages[${i}]`;
      const message = fieldsOf(value);
      if (message === null) this.receipt.lose('not a message', place);
      else this.receipt.keep();
      if (message?.['role'] !== 'assistant') return;
      const event = { input: messages.slice(0, i), output: { choices: [{ message }] } };
      const call = readModelEvent(event, (inner) => this.#texts.resolve(inner), []);
      const before = { at: place, conversation: this.#name, lane: null, parent: null };
      this.#take({ ...call, tools: null }, event, before);
    });
  }
}
