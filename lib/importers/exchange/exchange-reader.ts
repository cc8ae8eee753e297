import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions, type CallSource } from '../calls/call-sessions';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { CallNames } from '../messages/turns';
import { readAnthropic } from './anthropic';
import { apiOf, otherRequest, type Api } from './api';
import { isReadable } from './body';
import { exchangeOf, type Exchange } from './exchange';
import { readGemini } from './gemini';
import { readChat, readResponses } from './openai';
import { PairedExchanges } from './paired-exchanges';
import { recordedCall, type Read, type ReadApi } from './recorded';

const readers: Readonly<Record<Api, ReadApi>> = {
  chat: readChat,
  responses: readResponses,
  anthropic: readAnthropic,
  gemini: readGemini,
};

/** Why a record is no exchange, for the receipt. */
const NO_PAIR = 'no request with its response';

/** Takes exchanges of any known interface and makes sessions of them. */
export class ExchangeCalls {
  readonly #context: ImportContext;
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();
  /** What a requested model turned out to be, for calls without a response. */
  readonly #models = new Map<string, string>();

  constructor(context: ImportContext, source: CallSource) {
    this.#context = context;
    this.#sessions = new CallSessions(context, { thoughts: 'stripped', ...source });
  }

  /** Takes an exchange and counts its record on the receipt. */
  take(exchange: Exchange, at: number | string): void {
    const reason = this.#call(exchange);
    if (reason === null) this.#context.receipt.keep();
    else this.#context.receipt.drop(reason, at);
  }

  /** Null where the call was taken, else why not. */
  #call(exchange: Exchange): string | null {
    const other = otherRequest(exchange);
    if (other !== null) return other;
    const api = apiOf(exchange);
    if (api === null) return 'no request of a known provider';
    const read = readers[api](exchange, this.#names);
    if (read.messages.length === 0) return 'a request without messages';
    this.#sessions.call(recordedCall(exchange, this.#named(exchange, read)));
    return null;
  }

  #named({ request, response }: Exchange, read: Read): Read {
    const asked = request['model'];
    if (typeof asked !== 'string' || read.model === null) return read;
    if (response.fields?.['model'] !== undefined || response.events.length > 0) {
      this.#models.set(asked, read.model);
      return read;
    }
    return { ...read, model: this.#models.get(asked) ?? read.model };
  }

  end(): Result<void, ImportError> | null {
    return this.#sessions.end();
  }
}

/** Reads logs of request and response pairs: a record each, or an array of them in one document. */
export class ExchangeReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #calls: ExchangeCalls;
  readonly #paired: PairedExchanges;
  #ended = false;

  constructor(context: ImportContext, source: CallSource) {
    this.#context = context;
    this.#calls = new ExchangeCalls(context, source);
    this.#paired = new PairedExchanges(context, (exchange) => {
      this.#calls.take(exchange, exchange.at);
    });
  }

  end(): Result<void, ImportError> | null {
    if (!this.#ended) this.#paired.flush();
    this.#ended = true;
    return this.#calls.end();
  }

  record(value: Json, at: number | string): void {
    const { receipt } = this.#context;
    if (!isReadable(value)) {
      receipt.drop('nested too deep, or a number beyond range', at);
      return;
    }
    if (this.#paired.take(value, at)) return;
    const exchange = exchangeOf(value, at);
    if (exchange === null) receipt.drop(NO_PAIR, at);
    else this.#calls.take(exchange, at);
  }
}

/** The interface of the first exchange in a head, for sniffers; null where it shows none. */
export function apiOfHead(records: readonly Json[]): Api | null {
  for (const record of records.flatMap((one) => (Array.isArray(one) ? (one as Json[]) : [one]))) {
    const exchange = PairedExchanges.half(record) ?? exchangeOf(record, 0);
    if (exchange === null || otherRequest(exchange) !== null) continue;
    const api = apiOf(exchange);
    if (api !== null) return api;
  }
  return null;
}
