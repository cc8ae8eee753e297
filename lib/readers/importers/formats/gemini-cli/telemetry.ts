/**
 * Gemini CLI's telemetry file, `--telemetry-outfile` or the setting `telemetry.outfile`:
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/telemetry/types.ts (events) and
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/telemetry/file-exporters.ts.
 */
import { textParts } from '../../mechanisms/messages/parts';
import type { Json, Part } from '@/lib/engine/session/schema';
import { defineImporter, type ImportContext, CollectingReader } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { NativeCompaction, RecordedCall } from '../../mechanisms/calls/recorded-call';
import { readBody } from '../../mechanisms/exchange/body';
import { bareExchange } from '../../mechanisms/exchange/exchange';
import { readGemini } from '../../mechanisms/exchange/gemini';
import { timeIn } from '../../mechanisms/exchange/time';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { jsonIn } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { geminiCliEvent, geminiCliRecords } from '../../mechanisms/spans/gemini-cli-event';

const id = 'gemini-cli-telemetry';

/** The record in OpenTelemetry's convention that Gemini CLI writes beside each of its own. */
const SEMANTIC = 'gen_ai.client.inference.operation.details';

/** Roles of calls that are the agent's own; the others are helpers, each a lane. */
const MAIN = new Set(['main', '']);

/** A request that waits for its response. */
interface Waiting {
  readonly attributes: Fields;
  readonly at: number | string;
  readonly compaction: NativeCompaction | null;
  system: readonly Part[] | null;
}

/** Joins each request with its response, by session, prompt and role, in the order of the file. */
class GeminiTelemetry extends CollectingReader<CallSessions> {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #compactions = new Map<string, NativeCompaction>();
  /** The request whose record in OpenTelemetry's convention comes next. */
  #newest: Waiting | null = null;

  constructor(context: ImportContext) {
    super(
      context,
      new CallSessions(context, { format: id, agent: 'Gemini CLI', thoughts: 'stripped' }),
    );
  }

  record(value: Json, at: number | string): void {
    const records = recordsIn(value);
    records.forEach((item, i) => {
      this.#record(item as Json, records.length === 1 ? at : `${at}[${i}]`);
    });
  }

  protected override close(): void {
    const { receipt } = this.context;
    for (const { at } of [...this.#waiting.values()].flat()) {
      receipt.lose('request without a response', at);
    }
    for (const session of this.#compactions.keys()) {
      receipt.remark(`Session ${session} ends with a compression that no request follows.`);
    }
  }

  #record(value: Json, at: number | string): void {
    const { receipt } = this.context;
    const event = geminiCliEvent(value);
    const attributes = fieldsOf(fieldsOf(value)?.['attributes']);
    switch (event?.name) {
      case 'api_request':
        return this.#request(event.attributes, at);
      case 'api_response':
        return this.#response(event.attributes, at);
      case 'api_error':
        return this.#error(event.attributes, at);
      case 'chat_compression':
        return this.#compression(event.attributes, at);
      case undefined:
        if (attributes?.['event.name'] === SEMANTIC) return this.#semantic(attributes, at);
        if (fieldsOf(value) === null) return receipt.lose('not a record', at);
        return receipt.drop('span or metric, which holds no request', at);
      default:
        return receipt.drop(`not part of a request: ${event?.name.slice(0, 60) ?? ''}`, at);
    }
  }

  /** A request, with the compression before it if it is the agent's own. */
  #begin(attributes: Fields, at: number | string): Waiting {
    const session = sessionOf(attributes);
    const main = MAIN.has(roleOf(attributes));
    const compaction = main ? (this.#compactions.get(session) ?? null) : null;
    if (main) this.#compactions.delete(session);
    return { attributes, at, compaction, system: null };
  }

  #request(attributes: Fields, at: number | string): void {
    const request = this.#begin(attributes, at);
    const key = keyOf(attributes);
    const queue = this.#waiting.get(key);
    if (queue === undefined) this.#waiting.set(key, [request]);
    else queue.push(request);
    this.#newest = request;
  }

  /** Takes the system prompt, which only the record in OpenTelemetry's convention holds. */
  #semantic(attributes: Fields, at: number | string): void {
    const newest = this.#newest;
    this.#newest = null;
    this.context.receipt.merge('the same in OpenTelemetry’s convention', at);
    if (newest === null || sessionOf(newest.attributes) !== sessionOf(attributes)) return;
    const parts = listOf(jsonIn(textOf(attributes['gen_ai.system_instructions']) ?? ''));
    const system = parts.flatMap((part) => textParts(fieldsOf(part)?.['content']));
    if (system.length > 0) newest.system = system;
  }

  #response(attributes: Fields, at: number | string): void {
    const { receipt } = this.context;
    const found = this.#take(attributes);
    // A collector may pass on responses alone: their counts are a call.
    const request = found ?? this.#begin(attributes, at);
    const call = callOf(request, attributes, 'response_text');
    // Without prompts (`telemetry.logPrompts: false`) the counts are all that there is.
    const lacks = call.carries === 'counts' && call.usage === null;
    this.sessions.take(lacks ? 'request without its text' : call, request.at);
    if (found !== null) receipt.merge('response to its request', at);
  }

  /** A refusal for the size is a step; any other failed call sends the same again. */
  #error(attributes: Fields, at: number | string): void {
    const { receipt } = this.context;
    const request = this.#take(attributes);
    const rejected = readRefusal(
      textOf(attributes['error.message']) ?? textOf(attributes['error']) ?? '',
    );
    if (request === null) return receipt.drop('failed call', at);
    const call = rejected === null ? null : callOf(request, attributes, null);
    if (call === null) receipt.drop('failed call', request.at);
    else this.sessions.take({ ...call, rejected }, request.at);
    receipt.merge('response to its request', at);
  }

  #compression(attributes: Fields, at: number | string): void {
    const { receipt } = this.context;
    const preTokens = countOf(attributes['tokens_before']);
    const postTokens = countOf(attributes['tokens_after']);
    if (preTokens !== null && postTokens !== null && postTokens > preTokens) {
      return receipt.drop('compression that was larger, and was not kept', at);
    }
    this.#compactions.set(sessionOf(attributes), { preTokens, postTokens });
    receipt.merge('counts of a compression', at);
  }

  /** The request of a response: of its prompt and role the first of its model, else the first. */
  #take(attributes: Fields): Waiting | null {
    const key = keyOf(attributes);
    const queue = this.#waiting.get(key) ?? [];
    const model = attributes['model'];
    const same = queue.findIndex((request) => request.attributes['model'] === model);
    const [request] = queue.splice(Math.max(0, same), 1);
    if (queue.length === 0) this.#waiting.delete(key);
    if (request !== undefined && request === this.#newest) this.#newest = null;
    return request ?? null;
  }
}

const sessionOf = (attributes: Fields): string => textOf(attributes['session.id']) ?? '';
const roleOf = (attributes: Fields): string => textOf(attributes['role']) ?? '';

const keyOf = (attributes: Fields): string =>
  JSON.stringify([
    sessionOf(attributes),
    textOf(attributes['prompt_id']) ?? '',
    roleOf(attributes),
  ]);

/** A request with its response, whose text is the JSON of Gemini's own response. */
function callOf(request: Waiting, response: Fields, text: string | null): RecordedCall {
  const { attributes, at, system, compaction } = request;
  const contents = jsonIn(textOf(attributes['request_text']) ?? '');
  const body = { contents: Array.isArray(contents) ? contents : [], model: attributes['model'] };
  const answer = readBody(text === null ? '' : (textOf(response[text]) ?? ''));
  const read = readGemini({ ...bareExchange(body, at), response: answer });
  const role = roleOf(attributes);
  return {
    ...read,
    at,
    time: timeIn(attributes['event.timestamp']),
    conversation: textOf(attributes['session.id']),
    lane: MAIN.has(role) ? null : role,
    carries: read.messages.length === 0 ? 'counts' : 'whole',
    model: textOf(response['model']) ?? read.model,
    lengthStop: listOf(response['finish_reasons']).includes('length'),
    usage: usageOf(response),
    ...{ system, tools: null, compaction },
  };
}

/** Gemini's names of the counts that a response is logged with; a total of 0 is no usage. */
function usageOf(attributes: Fields): Json {
  const total = countOf(attributes['total_token_count']);
  const input = countOf(attributes['input_token_count']);
  if (input === null || (input === 0 && (total ?? 0) === 0)) return null;
  const counts = {
    promptTokenCount: input,
    candidatesTokenCount: countOf(attributes['output_token_count']),
    cachedContentTokenCount: countOf(attributes['cached_content_token_count']),
    thoughtsTokenCount: countOf(attributes['thoughts_token_count']),
    toolUsePromptTokenCount: countOf(attributes['tool_token_count']),
    totalTokenCount: total,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== null));
}

/** The events hold less than a chat. */
const LESS = 'The telemetry holds no tools, and a system prompt only in newer versions.';

const isEvent = (value: unknown): boolean => geminiCliEvent(value) !== null;

/** Records of a line or a document: one, a list, or those of a collector's payload. */
const recordsIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value)
    ? (value as readonly unknown[]).flatMap(geminiCliRecords)
    : geminiCliRecords(value);

/** Reads the requests and responses that Gemini CLI logs, with their counts and its compressions. */
export const geminiTelemetry = defineImporter({
  id: 'gemini-cli-telemetry',
  label: 'Gemini CLI telemetry',
  source: 'Gemini CLI',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => records.some((record) => recordsIn(record).some(isEvent)),
  start: (context) => {
    context.receipt.remark(LESS);
    return new GeminiTelemetry(context);
  },
});
