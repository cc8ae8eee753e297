import { base64Text } from '../../mechanisms/exchange/base64-text';
import { readBody, type Body } from '../../mechanisms/exchange/body';
import { hasMessages, headersOf, type Exchange } from '../../mechanisms/exchange/exchange';
import { timeIn } from '../../mechanisms/exchange/time';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';

const isModelRequest = (body: Fields | null): body is Fields => body !== null && hasMessages(body);

/** An entry of an HTTP archive as an exchange; null if its request is not for a model. */
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

/** An entry of an LHAR file as an exchange; null if it has no request body. */
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

/** Adds LHAR's usage (uncached input, and the cache beside it) if the response is not recorded. */
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
