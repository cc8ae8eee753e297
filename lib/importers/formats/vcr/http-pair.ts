import { utf8Prefix } from '@/lib/base/utf8';
import { readBody } from '../../mechanisms/exchange/body';
import { hasMessages } from '../../mechanisms/exchange/exchange';
import { httpTime } from '../../mechanisms/exchange/time';
import { fieldsOf } from '../../mechanisms/loose-json';
import type { Interaction } from './interaction';

/** A request or a response as it was sent. */
interface HttpMessage {
  /** `POST https://… HTTP/1.1`, `HTTP/2.0 200 OK`. */
  readonly first: string;
  /** Headers under lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reason for an exchange whose response does not begin where its request is said to end. */
export const MISFIT = 'exchange that does not have the size before it';

/** A request of so many bytes and the response behind it as an exchange; else why they are none. */
export function readHttpPair(
  text: string,
  requestBytes: number,
  at: number | string,
): Interaction | string {
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

function messageOf(text: string): HttpMessage {
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
  return { first, headers, body: chunked ? withoutChunks(body) : body };
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
