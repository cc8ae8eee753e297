import type { Result } from '@/lib/base/result';
import type { ImportContext, ImportError } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { CallNotice, RecordedCall } from '../../mechanisms/calls/recorded-call';
import { apiOf, otherRequest, type Api } from '../../mechanisms/exchange/api';
import { bareExchange, conversationOf, type Exchange } from '../../mechanisms/exchange/exchange';
import { apiReaders } from '../../mechanisms/exchange/exchange-reader';
import { recordedCall } from '../../mechanisms/exchange/recorded';
import { CallNames } from '../../mechanisms/messages/turns';
import type { Provider, RequestLine, ResultLine } from './line';

/** Most lines that wait for their other half: the requests of the largest batch of a provider. */
const MOST_WAITING = 100_000;

const agents: Readonly<Record<Provider, string>> = {
  openai: 'OpenAI Batch API',
  anthropic: 'Anthropic Message Batches',
};

const noRequest: CallNotice = {
  code: 'request-missing',
  message:
    'The request of this result is not in the file: its messages, system prompt and tools are unknown; usage and response are those of the result.',
};

/**
 * Joins requests and results by provider and `custom_id`, in any order, and builds a session from
 * each pair, or from a half whose other one never comes.
 */
export class JoinedLines {
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();
  readonly #waiting = new Map<string, (RequestLine | ResultLine)[]>();
  readonly #known = new Set<string>();
  #waits = 0;
  #requestsAlone = 0;
  #resultsAlone = 0;

  constructor(
    private readonly context: ImportContext,
    format: string,
  ) {
    const source = { format, agent: 'Batch', thoughts: 'stripped' } as const;
    this.#sessions = new CallSessions(context, source);
  }

  take(line: RequestLine | ResultLine): void {
    if (line.half === 'result' && line.id !== null) {
      const id = `${line.provider} ${line.customId} ${line.id}`;
      if (this.#known.has(id)) return this.context.receipt.merge('repeated result', line.at);
      this.#known.add(id);
    }
    const key = `${line.provider} ${line.customId}`;
    const queue = this.#waiting.get(key);
    const [first] = queue ?? [];
    if (queue === undefined || first?.half === line.half) return this.#wait(key, line, queue);
    if (queue.length === 1) this.#waiting.delete(key);
    else queue.shift();
    this.#waits--;
    if (first !== undefined) this.#join(first, line);
  }

  #wait(
    key: string,
    line: RequestLine | ResultLine,
    queue: (RequestLine | ResultLine)[] | undefined,
  ): void {
    if (queue === undefined) this.#waiting.set(key, [line]);
    else queue.push(line);
    if (++this.#waits > MOST_WAITING) this.#giveUp();
  }

  /** Ends the waiting of the key that waits longest. */
  #giveUp(): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    this.#waiting.delete(oldest[0]);
    this.#waits -= oldest[1].length;
    for (const line of oldest[1]) this.#alone(line);
  }

  #join(a: RequestLine | ResultLine, b: RequestLine | ResultLine): void {
    const request = a.half === 'request' ? a : b;
    const result = a.half === 'result' ? a : b;
    if (request.half !== 'request' || result.half !== 'result') return;
    this.context.receipt.merge('the result of a request', result.at);
    if (result.ran) this.#request(exchangeOf(request, result), request);
    else this.context.receipt.drop('the batch ended before the request was sent', request.at);
  }

  #alone(line: RequestLine | ResultLine): void {
    if (line.half === 'request') {
      const exchange = exchangeOf(line, null);
      if (otherRequest(exchange) === null) this.#requestsAlone++;
      return this.#request(exchange, line);
    }
    if (!line.ran) {
      this.context.receipt.drop('the batch ended before the request was sent', line.at);
      return;
    }
    this.#result(line);
  }

  /** A result without its request: usage and response, or a refusal that states its tokens. */
  #result(line: ResultLine): void {
    const exchange = exchangeOf(null, line);
    const other = otherRequest(exchange);
    if (other !== null) return this.context.receipt.drop(other, line.at);
    const api = apiOfResult(exchange);
    const read = apiReaders[api ?? 'chat'](exchange, this.#names);
    const call = recordedCall(exchange, read);
    if (api === null && call.rejected === null) {
      return this.context.receipt.drop('a failure whose request is not in the file', line.at);
    }
    this.#resultsAlone++;
    this.#take(call, exchange, line, [noRequest]);
  }

  #take(
    call: RecordedCall | string,
    exchange: Exchange,
    { at, customId }: RequestLine | ResultLine,
    notices: readonly CallNotice[],
  ): void {
    if (typeof call === 'string') return this.#sessions.take(call, at);
    const conversation = conversationOf(exchange) ?? customId;
    const all = [...notices, ...(call.notices ?? [])];
    this.#sessions.take({ ...call, conversation, notices: all }, at);
  }

  #request(exchange: Exchange, line: RequestLine): void {
    const other = otherRequest(exchange);
    if (other !== null) return this.context.receipt.drop(other, line.at);
    this.#take(this.#read(exchange), exchange, line, []);
  }

  /** The exchange as a call; else the reason why it is none. */
  #read(exchange: Exchange): RecordedCall | string {
    const api = apiOf(exchange);
    if (api === null) return 'not a request to a known interface';
    const read = apiReaders[api](exchange, this.#names);
    if (read.messages.length === 0) return 'a request without messages';
    return recordedCall(exchange, read);
  }

  /** Hands over what still waits; says on the receipt what was alone. */
  flush(): void {
    for (const lines of this.#waiting.values()) for (const line of lines) this.#alone(line);
    this.#waiting.clear();
    const { receipt } = this.context;
    const [requests, results] = [this.#requestsAlone, this.#resultsAlone];
    if (requests > 0) {
      receipt.remark(`Without their result: ${counted(requests, 'request')}; no usage is known.`);
    }
    if (results > 0) {
      receipt.remark(
        `Without their request: ${counted(results, 'result')}; only usage and response are known.`,
      );
    }
  }

  end(): Result<void, ImportError> | null {
    return this.#sessions.end();
  }
}

function exchangeOf(request: RequestLine | null, result: ResultLine | null): Exchange {
  const at = request?.at ?? result?.at ?? 0;
  const bare = bareExchange(request?.request ?? {}, at);
  const provider = request?.provider ?? result?.provider ?? 'openai';
  return {
    ...bare,
    url: request?.url ?? null,
    response: result?.response ?? bare.response,
    status: result?.status ?? null,
    error: result?.error ?? null,
    time: result?.time ?? null,
    agent: agents[provider],
  };
}

/** The interface of a result without its request, by its response; null for a failure. */
function apiOfResult({ response: { fields } }: Exchange): Api | null {
  if (fields === null) return null;
  if (Array.isArray(fields['choices'])) return 'chat';
  if (Array.isArray(fields['output'])) return 'responses';
  return Array.isArray(fields['content']) ? 'anthropic' : null;
}

const counted = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
