/**
 * Request and response as separate records, joined by the request's id; LLM Interceptor's form.
 * https://github.com/chouzz/llm-interceptor
 */
import type { Json } from '@/lib/engine/session/schema';
import type { ImportContext } from '../../importer';
import { fieldsOf, textOf, type Fields, type At } from '../loose-json';
import { readBody } from './body';
import { bareExchange, headersOf, namedConversation, type Exchange } from './exchange';
import { timeIn } from './time';

/** Most requests that wait for their response at once. */
const MOST_WAITING = 64;

/** A waiting request and the pieces of its response so far. */
interface Waiting {
  readonly exchange: Exchange;
  readonly pieces: Fields[];
}

/** Joins the halves of exchanges; hands an exchange over when its response is complete. */
export class PairedExchanges {
  readonly #take: (exchange: Exchange) => void;
  readonly #waiting = new Map<string, Waiting>();

  constructor(
    private readonly context: ImportContext,
    take: (exchange: Exchange) => void,
  ) {
    this.#take = take;
  }

  /** The request in a record of this form; null for every other record. */
  static half(value: Json, at: At = 0): Exchange | null {
    const record = fieldsOf(value);
    if (record?.['type'] !== 'request' || textOf(record['id']) === null) return null;
    const request = readBody(record['body']).fields;
    if (request === null) return null;
    return {
      ...bareExchange(request, at),
      url: textOf(record['url']),
      time: timeIn(record['timestamp']),
      headers: headersOf(record['headers']),
      conversation: namedConversation(record),
    };
  }

  /** Takes a record of this form; false for every other. */
  take(value: Json, at: At): boolean {
    const record = fieldsOf(value);
    const exchange = PairedExchanges.half(value, at);
    if (record !== null && exchange !== null) {
      this.#open(textOf(record['id']) ?? '', exchange);
      return true;
    }
    const id = textOf(record?.['request_id']);
    const type = textOf(record?.['type']);
    if (record === null || id === null || type?.startsWith('response') !== true) return false;
    this.#answer(record, type, id, at);
    return true;
  }

  /** Hands over the requests that still wait. */
  flush(): void {
    for (const id of [...this.#waiting.keys()]) this.#close(id);
  }

  #open(id: string, exchange: Exchange): void {
    if (this.#waiting.has(id)) this.#close(id);
    this.#waiting.set(id, { exchange, pieces: [] });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MOST_WAITING && oldest !== undefined) this.#close(oldest);
  }

  #answer(record: Fields, type: string, id: string, at: At): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      return this.context.receipt.lose('a response without its request', at);
    }
    this.context.receipt.merge('the response to a request before', at);
    if (type === 'response_chunk') {
      const piece = fieldsOf(record['content']);
      if (piece) waiting.pieces.push(piece);
      return;
    }
    const status = typeof record['status_code'] === 'number' ? record['status_code'] : null;
    this.#close(id, type === 'response' ? record : null, status);
  }

  #close(id: string, answer: Fields | null = null, status: number | null = null): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const response = answer === null ? readBody(waiting.pieces) : readBody(answer['body']);
    this.#take({ ...waiting.exchange, response, status });
  }
}
