import { base64Text } from '../exchange/base64-text';
import { readBody, type Body } from '../exchange/body';
import { headersOf, type Exchange } from '../exchange/exchange';
import { timeIn } from '../exchange/time';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../loose-json';

/** What requests of the known providers hold their messages under. */
const contentNames = ['messages', 'input', 'contents'] as const;

const isModelRequest = (body: Fields | null): body is Fields =>
  body !== null && contentNames.some((name) => name in body);

/** An entry of an HTTP archive as an exchange; null where its request is for no model. */
export function harExchange(entry: Fields, at: number | string): Exchange | null {
  const request = fieldsOf(entry['request']) ?? {};
  const response = fieldsOf(entry['response']) ?? {};
  const post = fieldsOf(request['postData']);
  const sent = readBody(textOf(post?.['text']) ?? '').fields;
  const body = fieldsOf(sent?.['request']) ?? sent;
  if (!isModelRequest(body)) return null;
  const status = countOf(response['status']);
  return {
    at,
    request: body,
    response: contentOf(fieldsOf(response['content'])),
    // Browsers write 0 for a request that was aborted.
    status: status === 0 ? null : status,
    url: textOf(request['url']),
    time: timeIn(entry['startedDateTime']),
    headers: headersOf(request['headers']),
    conversation: null,
    error: textOf(response['_error']),
  };
}

function contentOf(content: Fields | null): Body {
  const text = textOf(content?.['text']) ?? '';
  return readBody(content?.['encoding'] === 'base64' ? base64Text(text) : text);
}

/** An entry of an LHAR file as an exchange; null where it holds no request body. */
export function lharExchange(
  entry: Fields,
  at: number | string,
  tools: ReadonlyMap<string, string>,
): Exchange | null {
  const raw = fieldsOf(entry['raw']);
  const request = fieldsOf(raw?.['request_body']);
  if (!isModelRequest(request)) return null;
  const http = fieldsOf(entry['http']);
  const source = fieldsOf(entry['source']);
  const trace = textOf(entry['trace_id']);
  const role = textOf(source?.['agent_role']);
  return {
    at,
    request,
    response: withUsage(readBody(raw?.['response_body']), entry),
    status: countOf(http?.['status_code']),
    url: textOf(http?.['url']),
    time: timeIn(entry['timestamp']),
    headers: headersOf(http?.['request_headers']),
    conversation: trace,
    lane: role === null || role === 'main' ? null : role,
    agent: textOf(source?.['tool']) ?? tools.get(trace ?? '') ?? null,
  };
}

/** LHAR counts uncached input, and the cache beside it; used where the response is not recorded. */
function withUsage(response: Body, entry: Fields): Body {
  if (response.fields !== null || response.events.length > 0) return response;
  const counts = fieldsOf(fieldsOf(entry['gen_ai'])?.['usage']);
  const cache = fieldsOf(entry['usage_ext']);
  if (counts === null || countOf(counts['input_tokens']) === null) return response;
  const cached =
    (countOf(cache?.['cache_read_tokens']) ?? 0) + (countOf(cache?.['cache_write_tokens']) ?? 0);
  const usage = {
    ...counts,
    input_tokens_details: { cached_tokens: cached },
    cache_read_input_tokens: countOf(cache?.['cache_read_tokens']) ?? 0,
    cache_creation_input_tokens: countOf(cache?.['cache_write_tokens']) ?? 0,
  };
  const { model, finish_reasons: reasons } =
    fieldsOf(fieldsOf(entry['gen_ai'])?.['response']) ?? {};
  return { ...response, fields: { model, usage, stop_reason: listOf(reasons)[0] } };
}
