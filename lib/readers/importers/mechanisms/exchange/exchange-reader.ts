import type { Result } from '@/lib/engine/base/result';
import type { Json } from '@/lib/engine/session/schema';
import { CallSessions } from '../calls/call-sessions';
import type { RecordedCall } from '../calls/recorded-call';
import type { CallSource } from '../calls/session-infos';
import { type ImportContext, type ImportError, CollectingReader } from '../../importer';
import { CallNames } from '../messages/turns';
import { readAnthropic } from './anthropic';
import { readConverse } from './converse';
import { apiOf, otherRequest, type Api } from './api';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import { exchangeOf, type Exchange } from './exchange';
import { readGemini } from './gemini';
import { readChat, readResponses } from './openai';
import { PairedExchanges } from './paired-exchanges';
import { recordedCall, type CallFields, type ReadApi } from './recorded';

/** Reader of each interface. */
export const apiReaders: Readonly<Record<Api, ReadApi>> = {
  chat: readChat,
  responses: readResponses,
  anthropic: readAnthropic,
  gemini: readGemini,
  converse: readConverse,
};

/** Reason why a record is not an exchange, for the receipt. */
const NO_PAIR = 'not a request with its response';

/** Takes exchanges of any known interface and builds sessions from them. */
export class ExchangeCalls {
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();
  /** The model that answered, by requested model, for calls without a response. */
  readonly #models = new Map<string, string>();

  constructor(
    private readonly context: ImportContext,
    source: CallSource,
  ) {
    this.#sessions = new CallSessions(context, { thoughts: 'stripped', ...source });
  }

  /** Takes an exchange and counts its record on the receipt. */
  take(exchange: Exchange, at: number | string): void {
    const other = otherRequest(exchange);
    if (other !== null) this.context.receipt.drop(other, at);
    else this.#sessions.take(this.#call(exchange), at);
  }

  /** The call of an exchange; else the reason why it is not one. */
  #call(exchange: Exchange): RecordedCall | string {
    const api = apiOf(exchange);
    if (api === null) return 'not a request to a known provider';
    const read = apiReaders[api](exchange, this.#names);
    if (read.messages.length === 0) return 'a request without messages';
    return recordedCall(exchange, this.#named(exchange, read));
  }

  #named({ request, response }: Exchange, read: CallFields): CallFields {
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

/**
 * Reads logs of request and response pairs: one per record, or an array of them in one document.
 */
export class ExchangeReader extends CollectingReader<ExchangeCalls> {
  readonly #paired: PairedExchanges;

  constructor(context: ImportContext, source: CallSource) {
    super(context, new ExchangeCalls(context, source));
    this.#paired = new PairedExchanges(context, (exchange) => {
      this.sessions.take(exchange, exchange.at);
    });
  }

  protected override close(): void {
    this.#paired.flush();
  }

  record(value: Json, at: number | string): void {
    const { receipt } = this.context;
    if (!isPlainJson(value)) return receipt.lose('nested too deep, or a number beyond range', at);
    if (this.#paired.take(value, at)) return;
    const exchange = exchangeOf(value, at);
    if (exchange === null) receipt.lose(NO_PAIR, at);
    else this.sessions.take(exchange, at);
  }
}

/** The interface of the first exchange in a head, for sniffers; null if there is none. */
export function apiOfHead(records: readonly Json[]): Api | null {
  for (const record of records.flatMap((one) => (Array.isArray(one) ? (one as Json[]) : [one]))) {
    const exchange = PairedExchanges.half(record) ?? exchangeOf(record, 0);
    if (exchange === null || otherRequest(exchange) !== null) continue;
    const api = apiOf(exchange);
    if (api !== null) return api;
  }
  return null;
}
