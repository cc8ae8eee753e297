/**
 * Results of the Vercel AI SDK: `result.steps` of generateText and streamText, dumped as JSON.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter, CollectingReader, someRecord } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { Message, RecordedCall } from '../../mechanisms/calls/recorded-call';
import { apiOf } from '../../mechanisms/exchange/api';
import { readBody } from '../../mechanisms/exchange/body';
import { apiReaders } from '../../mechanisms/exchange/exchange-reader';
import { bareExchange, type Exchange } from '../../mechanisms/exchange/exchange';
import { repeated, usageOf } from '../../mechanisms/exchange/recorded';
import { timeIn } from '../../mechanisms/exchange/time';
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { CallNames } from '../../mechanisms/messages/turns';

const noRequest = {
  code: 'request-missing',
  message:
    'The step records no request body: the first request’s initial messages, the system prompt and the tools are unknown.',
} as const;

/** Reads the steps of one result in order: each repeats the texts of the steps before it. */
class StepReader {
  /** Results of the step before, which the next request holds. */
  #results: readonly Message[] = [];
  /** Number of `response.messages` in earlier steps; the list grows from step to step. */
  #said = 0;

  constructor(
    private readonly conversation: string,
    private readonly names: CallNames,
  ) {}

  read(step: Fields, at: At): RecordedCall {
    const response = fieldsOf(step['response']);
    const said = this.#saidBy(step);
    const output = said.filter(({ role }) => role === 'model');
    const common = {
      at,
      time: timeIn(response?.['timestamp']),
      lane: null,
      id: textOf(response?.['id']),
      ...usageIn(step),
      model: textOf(response?.['modelId']) ?? textOf(fieldsOf(step['model'])?.['modelId']),
      lengthStop: step['finishReason'] === 'length',
    };
    const results = this.#results;
    this.#results = said.filter(({ role }) => role === 'user');
    const exchange = requestIn(step, at);
    const api = exchange && apiOf(exchange);
    if (exchange === null || api === null) {
      return {
        conversation: this.conversation,
        system: null,
        tools: null,
        messages: results,
        carries: 'delta',
        output: repeated(output, []),
        notices: [noRequest],
        ...common,
      };
    }
    const { system, tools, messages, ...read } = apiReaders[api](exchange, this.names);
    const { carries = 'whole', previous = null } = read;
    return {
      conversation: carries === 'delta' ? this.conversation : null,
      system,
      tools,
      messages,
      carries,
      previous,
      output: api === 'anthropic' ? output : repeated(output, messages),
      ...common,
    };
  }

  /** Messages of the model and the tools in this step. */
  #saidBy(step: Fields): readonly Message[] {
    const all = listOf(fieldsOf(step['response'])?.['messages']);
    if (all.length === 0)
      return readAnyMessages(contentOf(step), 'model', this.names)?.messages ?? [];
    const from = all.length > this.#said ? this.#said : 0;
    this.#said = all.length;
    return readAnyMessages(all.slice(from), 'model', this.names)?.messages ?? [];
  }
}

/** Messages made from a step's own fields, if it has no list of messages. */
function contentOf(step: Fields): Json {
  const text = textOf(step['text']);
  const calls = listOf(step['toolCalls']).map((call) => ({ ...fieldsOf(call), type: 'tool-call' }));
  const results = listOf(step['toolResults']).map((result) => ({
    ...fieldsOf(result),
    type: 'tool-result',
  }));
  const said = [...(text === null ? [] : [{ type: 'text', text }]), ...calls];
  return [
    { role: 'assistant', content: said },
    ...(results.length > 0 ? [{ role: 'tool', content: results }] : []),
  ];
}

/** The provider's request body, if the SDK kept it. */
function requestIn(step: Fields, at: At): Exchange | null {
  const request = readBody(fieldsOf(step['request'])?.['body']).fields;
  return request === null ? null : bareExchange(request, at);
}

/**
 * Usage. Anthropic's own record if the SDK passes it on: before version 6 its `inputTokens` left
 * the cache out. Version 4 named its counts `promptTokens`.
 */
function usageIn(step: Fields): Pick<RecordedCall, 'usage' | 'family'> {
  const metadata = fieldsOf(fieldsOf(step['providerMetadata'])?.['anthropic']);
  const own = fieldsOf(metadata?.['usage']);
  if (own !== null && typeof own['input_tokens'] === 'number') {
    return { usage: usageOf(own), family: 'anthropic' };
  }
  const usage = fieldsOf(step['usage']) ?? {};
  if (typeof usage['promptTokens'] === 'number' && !('inputTokens' in usage)) {
    const { promptTokens, completionTokens, totalTokens } = usage;
    const counts = { inputTokens: promptTokens, outputTokens: completionTokens, totalTokens };
    return { usage: usageOf(counts), family: 'vercel' };
  }
  const written = metadata?.['cacheCreationInputTokens'];
  if (typeof written !== 'number' || 'inputTokenDetails' in usage) {
    return { usage: usageOf(usage), family: 'vercel' };
  }
  const details = { cacheReadTokens: usage['cachedInputTokens'] ?? 0, cacheWriteTokens: written };
  return { usage: usageOf({ ...usage, inputTokenDetails: details }), family: 'vercel' };
}

const id = 'vercel-ai-sdk';

function isStep(value: unknown): value is Fields {
  const step = fieldsOf(value);
  if (step === null || typeof step['finishReason'] !== 'string') return false;
  if (fieldsOf(step['usage']) === null) return false;
  return 'toolCalls' in step || fieldsOf(step['response']) !== null;
}

/** The steps of a result; null for anything else. */
function stepsIn(value: unknown): readonly unknown[] | null {
  const steps = listOf(fieldsOf(value)?.['steps']);
  return isStep(steps[0]) ? steps : null;
}

const isDump = (value: unknown): boolean => stepsIn(value) !== null || isStep(value);

/** Reads results and lists of steps; each step is a call. */
export const vercelAiSdk = defineImporter({
  id,
  label: 'Vercel AI SDK steps',
  source: 'Vercel AI SDK',
  inputs: ['json', 'jsonl'],
  lists: ['steps[]'],
  sniff: ({ records }) => someRecord(records, isDump),
  start: (context) =>
    new VercelReader(
      context,
      new CallSessions(context, { format: id, agent: 'Vercel AI SDK', thoughts: 'stripped' }),
    ),
});

class VercelReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();
  /** Reads the steps outside of results. */
  readonly #loose = new StepReader('steps', this.#names);
  #result = this.#loose;

  record(value: Json, at: At, list?: string): void {
    if (list !== undefined) this.#step(value, at, this.#result);
    else if (isStep(value)) this.#step(value, at, this.#loose);
    // The steps of a result follow it.
    else if (Array.isArray(fieldsOf(value)?.['steps'])) {
      this.#result = new StepReader(`result ${at}`, this.#names);
    } else this.context.receipt.lose('not a step', at);
  }

  #step(value: unknown, at: At, reader: StepReader): void {
    const step = isStep(value) && isPlainJson(value);
    this.sessions.take(step ? reader.read(value, at) : 'not a step', at);
  }
}
