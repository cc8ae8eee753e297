import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import type { Exchange } from './exchange';

/** Provider interfaces that the readers know. */
export type Api = 'chat' | 'responses' | 'anthropic' | 'gemini' | 'converse';

/** Paths of requests that call no model, and a description of each. */
const elsewhere: readonly (readonly [path: RegExp, what: string])[] = [
  [/count_?tokens|token_count/i, 'a token count, no model call'],
  [/embed/i, 'an embedding, no model call'],
  [/\/(moderations|images|audio|files|batches)\b/, 'not a request for text'],
];

/** Reason why a request to `url` is not a model call; null if it may be one. */
export function otherRequest({ url, request, response }: Exchange): string | null {
  const path = url?.split('?')[0] ?? '';
  const known = elsewhere.find(([pattern]) => pattern.test(path));
  if (known) return known[1];
  const body = response.fields;
  // Without an address a count is recognised by its answer, which holds nothing else.
  const keys = body === null ? [] : Object.keys(body);
  if (keys.length === 1 && (keys[0] === 'input_tokens' || keys[0] === 'totalTokens')) {
    return 'a token count, no model call';
  }
  const [first] = listOf(body?.['data']);
  if ('encoding_format' in request || 'embedding' in (fieldsOf(first) ?? {})) {
    return 'an embedding, no model call';
  }
  return null;
}

/** The interface of an exchange, by its request, its response, else its address. */
export function apiOf(exchange: Exchange): Api | null {
  const { request, response, url } = exchange;
  const path = url?.split('?')[0] ?? '';
  if ('contents' in request) return 'gemini';
  if (Array.isArray(request['messages'])) {
    if (isConverse(request, response.fields)) return 'converse';
    if (path.endsWith('/chat/completions')) return 'chat';
    if (path.endsWith('/v1/messages')) return 'anthropic';
    return isAnthropic(request, response.fields, response.events[0]) ? 'anthropic' : 'chat';
  }
  const input = request['input'];
  return typeof input === 'string' || Array.isArray(input) ? 'responses' : null;
}

/** Bedrock's Converse, and Nova's own body: blocks without a type. */
function isConverse(request: Fields, body: Fields | null): boolean {
  if (fieldsOf(fieldsOf(body?.['output'])?.['message']) !== null) return true;
  if ('toolConfig' in request || 'inferenceConfig' in request) return true;
  const blocks = listOf(request['messages']).flatMap((item) => listOf(fieldsOf(item)?.['content']));
  const untyped = blocks.map(fieldsOf).filter((block) => block !== null && !('type' in block));
  return blocks.length > 0 && untyped.length === blocks.length;
}

function isAnthropic(request: Fields, body: Fields | null, event: Fields | undefined): boolean {
  if (body !== null && 'choices' in body) return false;
  if (body?.['type'] === 'message' || event?.['type'] === 'message_start') return true;
  if ('system' in request || 'anthropic_version' in request || 'thinking' in request) return true;
  if (listOf(request['tools']).some((tool) => 'input_schema' in (fieldsOf(tool) ?? {})))
    return true;
  const messages = listOf(request['messages']).map(fieldsOf);
  if (messages.some((message) => ['system', 'tool'].includes(textOf(message?.['role']) ?? ''))) {
    return false;
  }
  return (
    event === undefined &&
    'max_tokens' in request &&
    (textOf(request['model'])?.startsWith('claude') ?? false)
  );
}
