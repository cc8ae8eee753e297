import type { Result } from '@/lib/engine/base/result';
import type { ImportContext, ImportError } from '../../importer';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import type { CallNotice, RecordedCall } from '../../mechanisms/calls/recorded-call';
import { apiOf, otherRequest, type Api } from '../../mechanisms/exchange/api';
import { bareExchange, type Exchange } from '../../mechanisms/exchange/exchange';
import { apiReaders } from '../../mechanisms/exchange/exchange-reader';
import { recordedCall } from '../../mechanisms/exchange/recorded';
import { CallNames } from '../../mechanisms/messages/turns';
import type { BatchLine, Provider, RequestLine, ResultLine } from './line';

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
  readonly #waiting = new Map<string, BatchLine[]>();
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

  take(line: BatchLine): void {
    if (line.half === 'result' && line.id !== null) {
      const id = `${line.provider} ${line.customId} ${line.id}`;
      if (this.#known.has(id)) return this.context.receipt.merge('repeated result', line.at);
      this.#known.add(id);
    }
    const key = `${line.provider} ${line.customId}`;
    const queue = this.#waiting.get(key) ?? [];
    const [first] = queue;
    if (first === undefined || first.half === line.half) return this.#wait(key, line, queue);
    if (queue.length === 1) this.#waiting.delete(key);
    else queue.shift();
    this.#waits--;
    this.#read([first, line]);
  }

  #wait(key: string, line: BatchLine, queue: BatchLine[]): void {
    queue.push(line);
    this.#waiting.set(key, queue);
    if (++this.#waits > MOST_WAITING) this.#giveUp();
  }

  /** Ends the waiting of the key that waits longest. */
  #giveUp(): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    this.#waiting.delete(oldest[0]);
    this.#waits -= oldest[1].length;
    for (const line of oldest[1]) this.#read([line]);
  }

  /** Reads a request with its result, or a half whose other one never came. */
  #read(lines: readonly BatchLine[]): void {
    const { receipt } = this.context;
    const request = lines.find((line) => line.half === 'request') ?? null;
    const result = lines.find((line) => line.half === 'result') ?? null;
    const line = request ?? result;
    if (line === null) return;
    if (request && result) receipt.merge('the result of a request', result.at);
    if (result?.ran === false) {
      return receipt.drop('the batch ended before the request was sent', line.at);
    }
    const exchange = exchangeOf(request, result);
    const other = otherRequest(exchange);
    if (other !== null) return receipt.drop(other, line.at);
    if (request === null) return this.#result(exchange, line);
    if (result === null) this.#requestsAlone++;
    const api = apiOf(exchange);
    if (api === null) return this.#sessions.take('not a request to a known interface', line.at);
    const read = apiReaders[api](exchange, this.#names);
    if (read.messages.length > 0) this.#take(recordedCall(exchange, read), line, []);
    else this.#sessions.take('a request without messages', line.at);
  }

  /** A result without its request: usage and response, or a refusal that states its tokens. */
  #result(exchange: Exchange, line: BatchLine): void {
    const api = apiOfResult(exchange);
    const call = recordedCall(exchange, apiReaders[api ?? 'chat'](exchange, this.#names));
    if (api === null && call.rejected === null) {
      return this.context.receipt.drop('a failure whose request is not in the file', line.at);
    }
    this.#resultsAlone++;
    this.#take(call, line, [noRequest]);
  }

  /** Takes a call; one that names no conversation is a conversation of its own. */
  #take(call: RecordedCall, { at, customId }: BatchLine, more: readonly CallNotice[]): void {
    const conversation = call.conversation ?? customId;
    this.#sessions.take({ ...call, conversation, notices: [...more, ...(call.notices ?? [])] }, at);
  }

  /** Hands over what still waits; says on the receipt what was alone. */
  flush(): void {
    for (const lines of this.#waiting.values()) for (const line of lines) this.#read([line]);
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
