import { base64Bytes, base64Text, readBody } from '../../mechanisms/exchange/body';
import { hasMessages, headersOf, type Exchange } from '../../mechanisms/exchange/exchange';
import { httpTime, timeIn } from '../../mechanisms/exchange/time';
import {
  countOf,
  fieldsOf,
  firstText,
  listOf,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';

/** A recorded request and its response. */
export interface Interaction {
  readonly exchange: Exchange;
  /** True if the response is compressed, so that its text is not read. */
  readonly compressed: boolean;
}

/** True for an interaction of a cassette. */
export function isInteraction(value: unknown): boolean {
  const interaction = fieldsOf(value);
  const request = fieldsOf(interaction?.['request']);
  return addressOf(request) !== null && fieldsOf(interaction?.['response']) !== null;
}

/** The request's address; go-vcr names it otherwise. */
const addressOf = (request: Fields | null): string | null => firstText(request, ['uri', 'url']);

/** An interaction as an exchange; null if its request is not for a model. */
export function readInteraction(interaction: Fields, at: number | string): Interaction | null {
  const request = fieldsOf(interaction['request']) ?? {};
  const response = fieldsOf(interaction['response']) ?? {};
  const sent = readBody(bodyText(request['body'])).fields;
  const body = fieldsOf(sent?.['request']) ?? sent;
  if (body === null || !hasMessages(body)) return null;
  const headers = namedHeaders(response['headers']);
  const compressed = isCompressed(response['body']);
  return {
    compressed,
    exchange: {
      at,
      request: body,
      // Older cassettes of httpx hold the text beside the status.
      response: readBody(
        compressed ? '' : (textOf(response['content']) ?? bodyText(response['body'])),
      ),
      status: statusOf(response),
      url: addressOf(request),
      time: timeOf(interaction['recorded_at']) ?? timeOf(headers.get('date')),
      headers: namedHeaders(request['headers']),
      conversation: null,
    },
  };
}

/** The text of a body: bare, or `{string}` or `{base64_string}` with its encoding. */
function bodyText(body: unknown): string {
  const fields = fieldsOf(body);
  if (fields === null) return textOf(body) ?? '';
  const coded = textOf(fields['base64_string']);
  return textOf(fields['string']) ?? (coded === null ? '' : base64Text(coded));
}

/** True for bytes that gzip wrote. */
function isCompressed(body: unknown): boolean {
  const coded = textOf(fieldsOf(body)?.['base64_string']);
  const [first, second] = base64Bytes((coded ?? '').slice(0, 4));
  return first === 0x1f && second === 0x8b;
}

function statusOf(response: Fields): number | null {
  const status = response['status'];
  return countOf(
    fieldsOf(status)?.['code'] ?? response['code'] ?? status ?? response['status_code'],
  );
}

const timeOf = (value: unknown): number | null => timeIn(value) ?? httpTime(value);

/** Headers that hold a list of values each, or one. */
function namedHeaders(value: unknown): ReadonlyMap<string, string> {
  const named = Object.entries(fieldsOf(value) ?? {}).map(([name, held]) => ({
    name,
    value: Array.isArray(held) ? listOf(held)[0] : held,
  }));
  return headersOf(named);
}
