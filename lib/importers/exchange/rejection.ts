import type { Refusal } from '../calls/recorded-call';
import { fieldsOf, textOf } from '../loose-json';
import { overflowOf } from '../overflow-message';
import type { Exchange } from './exchange';

/** The message of an error as providers and proxies wrap it; null where there is none. */
export function errorText({ response, error, status }: Exchange): string | null {
  for (const body of [response.fields, ...response.events]) {
    const inner: unknown = body?.['error'] ?? fieldsOf(body?.['response'])?.['error'];
    const fields = fieldsOf(inner);
    const text = textOf(fields?.['message']) ?? textOf(inner) ?? null;
    if (text !== null) return [textOf(fields?.['code']), text].filter(Boolean).join(': ');
    if (body?.['type'] === 'error' || (status ?? 0) >= 400) {
      const message = textOf(body?.['message']) ?? textOf(body?.['detail']);
      if (message !== null) return message;
    }
  }
  return error ?? ((status ?? 0) >= 400 ? response.text : null);
}

/** What the provider said where it refused a request for its size; null for every other outcome. */
export function refusalOf(exchange: Exchange): Refusal | null {
  const { status } = exchange;
  if (
    status !== null &&
    status >= 200 &&
    status < 400 &&
    (exchange.response.fields?.['error'] ?? null) === null
  ) {
    const failed = exchange.response.events.some((event) => 'error' in event);
    if (!failed) return null;
  }
  const text = errorText(exchange);
  return text === null ? null : overflowOf(text);
}
