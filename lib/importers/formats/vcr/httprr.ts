/**
 * Cassettes of Go's httprr, which ADK for Go and others keep beside their tests, `*.httprr`: a line with
 * the bytes of a request and of its response, then both as they were sent.
 * https://pkg.go.dev/golang.org/x/oscar/internal/httprr
 */
import { err, type Result } from '@/lib/base/result';
import { utf8Length, utf8Prefix } from '@/lib/base/utf8';
import type { Json } from '@/lib/session/schema';
import { defineImporter, type ImportContext, type ImportError } from '../../importer';
import { CollectingReader } from '../../mechanisms/collecting-reader';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { MISFIT, readHttpPair } from './http-pair';

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
  readonly at: number | string;
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

  record(value: Json, at: number | string): void {
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
  #begin(text: string, at: number | string): string {
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

  #lose(reason: string, message: string, at: number | string): void {
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
