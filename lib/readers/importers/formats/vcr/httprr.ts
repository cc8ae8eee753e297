/**
 * Cassettes of Go's httprr, which ADK for Go and others keep beside their tests, `*.httprr`: a line with
 * the bytes of a request and of its response, then both as they were sent.
 * https://pkg.go.dev/golang.org/x/oscar/internal/httprr
 */
import { err, type Result } from '@/lib/engine/base/result';
import { utf8Length, utf8Prefix } from '@/lib/engine/base/utf8';
import type { Json } from '@/lib/engine/session/schema';
import type { Interaction } from './interaction';
import {
  defineImporter,
  type ImportContext,
  type ImportError,
  CollectingReader,
} from '../../importer';
import { readBody } from '../../mechanisms/exchange/body';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { hasMessages } from '../../mechanisms/exchange/exchange';
import { httpTime } from '../../mechanisms/exchange/time';
import { fieldsOf, type At } from '../../mechanisms/loose-json';

/** Reason for an exchange whose response does not begin where its request is said to end. */
const MISFIT = 'exchange that does not have the size before it';

/** A request of so many bytes and the response behind it as an exchange; else why they are none. */
function readHttpPair(text: string, requestBytes: number, at: At): Interaction | string {
  const sent = utf8Prefix(text, requestBytes);
  const request = messageOf(sent);
  const response = messageOf(text.slice(sent.length));
  if (!response.first.startsWith('HTTP/')) return MISFIT;
  const outer = readBody(request.body).fields;
  const body = fieldsOf(outer?.['request']) ?? outer;
  if (body === null || !hasMessages(body)) return 'not a request to a language model';
  const compressed = /gzip|br|deflate|zstd/.test(response.headers.get('content-encoding') ?? '');
  return {
    compressed,
    exchange: {
      at,
      request: body,
      response: readBody(compressed ? '' : response.body),
      status: Number(/^HTTP\/\S+ (\d{3})/.exec(response.first)?.[1] ?? NaN) || null,
      url: /^\S+ (\S+)/.exec(request.first)?.[1] ?? null,
      time: httpTime(response.headers.get('date')),
      headers: request.headers,
      conversation: null,
    },
  };
}

function messageOf(text: string) {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const body = end === null ? '' : text.slice(end.index + end[0].length);
  const [first = '', ...lines] = head.split(/\r?\n/);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const chunked = /chunked/i.test(headers.get('transfer-encoding') ?? '');
  return {
    /** `POST https://… HTTP/1.1`, `HTTP/2.0 200 OK`. */
    first /** Headers under lower-case names. */,
    headers,
    body: chunked ? withoutChunks(body) : body,
  };
}

/** A body that was sent in chunks, each with its bytes in hexadecimal before it. */
function withoutChunks(body: string): string {
  const parts: string[] = [];
  const size = /([0-9a-f]{1,8})[^\r\n]*\r?\n/iy;
  for (;;) {
    const found = size.exec(body);
    const bytes = parseInt(found?.[1] ?? '0', 16);
    if (found === null || bytes === 0) return parts.join('');
    const part = chunkAt(body, size.lastIndex, bytes);
    parts.push(part);
    const after = size.lastIndex + part.length;
    size.lastIndex = after + (/\r?\n/y.exec(body.slice(after, after + 2))?.[0].length ?? 0);
  }
}

/** So many bytes from a place on; a character has at most as many units as bytes. */
const chunkAt = (body: string, from: number, bytes: number): string =>
  utf8Prefix(body.slice(from, from + bytes), bytes);

const id = 'httprr';

const FIRST = /^httprr trace v1\r?$/;
const SIZES = /^(\d{1,15}) (\d{1,15})\r?\n/;

/** Most bytes of a request and its response together. */
const MOST_BYTES = 256 * 1024 * 1024;

const WRONG_SIZES =
  'The sizes in the cassette do not fit what follows them, as where CRLF was turned into LF: it is read as httprr wrote it.';

/** Reads the requests to providers of a cassette. */
export const httprr = defineImporter({
  id,
  label: 'Request cassette (httprr)',
  source: 'Go httprr',
  unseen: 'its source',
  inputs: ['text'],
  sniff: ({ records: [first] }) => typeof first === 'string' && FIRST.test(first),
  start: (context) => new HttprrReader(context),
});

/** A request and a response whose bytes are still coming. */
interface OpenPair {
  readonly at: At;
  readonly requestBytes: number;
  readonly bytes: number;
  readonly texts: string[];
  taken: number;
}

class HttprrReader extends CollectingReader<ExchangeCalls> {
  #pair: OpenPair | null = null;
  /** True from bytes that are no exchange on, to the next line of sizes. */
  #lost = false;
  #compressed = 0;
  /** The first exchange that could not be read: the error of a cassette without any other. */
  #fault: ImportError | null = null;

  constructor(context: ImportContext) {
    super(context, new ExchangeCalls(context, { format: id, agent: 'httprr cassette' }));
  }

  record(value: Json, at: At): void {
    const line = typeof value === 'string' ? value : '';
    if (this.#pair === null && FIRST.test(line)) return;
    // A response may end inside a line, with the sizes of the next exchange behind it.
    for (let rest = `${line}\n`; rest !== '';) {
      rest = this.#pair === null ? this.#begin(rest, at) : this.#take(this.#pair, rest);
    }
  }

  override end(): Result<void, ImportError> | null {
    const end = super.end();
    return end === null || end.ok || this.#fault === null ? end : err(this.#fault);
  }

  protected override close(): void {
    const { receipt } = this.context;
    if (this.#pair !== null) this.#cutOff(this.#pair);
    if (this.#compressed > 0) {
      const many = `${this.#compressed} response${this.#compressed === 1 ? '' : 's'}`;
      receipt.remark(`Compressed, so neither text nor usage is known: ${many}.`);
    }
  }

  /** Reads a line of sizes; returns what follows it. */
  #begin(text: string, at: At): string {
    const [whole = '', first, second] = SIZES.exec(text) ?? [];
    const requestBytes = Number(first);
    const bytes = requestBytes + Number(second);
    if (bytes > 0 && bytes <= MOST_BYTES) {
      this.#pair = { at, requestBytes, bytes, texts: [], taken: 0 };
      this.#lost = false;
      return text.slice(whole.length);
    }
    if (text.trim() !== '' && !this.#lost) {
      this.context.receipt.lose('bytes that are no exchange', at);
      this.#lost = true;
    }
    return '';
  }

  /** Takes the pair's part of a text; returns what follows it. */
  #take(pair: OpenPair, text: string): string {
    const size = utf8Length(text);
    const left = pair.bytes - pair.taken;
    const part = size <= left ? text : utf8Prefix(text, left);
    pair.texts.push(part);
    pair.taken += Math.min(size, left);
    if (pair.taken === pair.bytes) this.#end(pair);
    return text.slice(part.length);
  }

  /** An exchange at the end of the file: it is cut off, unless its response is in the wrong place. */
  #cutOff({ at, requestBytes, taken, texts }: OpenPair): void {
    const begun = taken >= requestBytes + 'HTTP/'.length;
    const misfit = begun && readHttpPair(texts.join(''), requestBytes, at) === MISFIT;
    if (misfit) this.#lose(MISFIT, WRONG_SIZES, at);
    else this.#lose('exchange that is cut off', 'The cassette ends inside its first exchange.', at);
  }

  #lose(reason: string, message: string, at: At): void {
    this.context.receipt.lose(reason, at);
    this.#fault ??= { code: 'malformed', message, at };
  }

  #end({ at, requestBytes, texts }: OpenPair): void {
    this.#pair = null;
    const read = readHttpPair(texts.join(''), requestBytes, at);
    if (read === MISFIT) return this.#lose(read, WRONG_SIZES, at);
    if (typeof read === 'string') return this.context.receipt.drop(read, at);
    if (read.compressed) this.#compressed++;
    this.sessions.take(read.exchange, at);
  }
}
