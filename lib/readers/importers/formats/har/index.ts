/**
 * HTTP archives (http://www.softwareishard.com/blog/har-12-spec/) with requests to providers, and
 * LHAR, the LLM HTTP archive (https://github.com/larsderidder/context-lens, schema/lhar.schema.json).
 */
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter, CollectingReader } from '../../importer';
import { base64Text, readBody, type Body } from '../../mechanisms/exchange/body';
import { ExchangeCalls } from '../../mechanisms/exchange/exchange-reader';
import { hasMessages, headersOf, type Exchange } from '../../mechanisms/exchange/exchange';
import { timeIn } from '../../mechanisms/exchange/time';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';

const isModelRequest = (body: Fields | null): body is Fields => body !== null && hasMessages(body);

/** An entry of an HTTP archive as an exchange; null if its request is not for a model. */
function harExchange(entry: Fields, at: number | string): Exchange | null {
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
function lharExchange(
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

const id = 'har';

/** The entries of a document; null if it is not an archive. */
function entriesOf(document: unknown): readonly unknown[] | null {
  const fields = fieldsOf(document);
  for (const name of ['log', 'lhar']) {
    const entries = fieldsOf(fields?.[name])?.['entries'];
    if (Array.isArray(entries)) return listOf(entries);
  }
  return null;
}

/** An LHAR line: a session's preamble or an entry with both bodies. */
function isLine(value: unknown): boolean {
  const line = fieldsOf(value);
  if (line === null || typeof line['trace_id'] !== 'string') return false;
  if (line['type'] === 'session') return 'started_at' in line && 'tool' in line;
  return line['type'] === 'entry' && 'raw' in line && 'http' in line;
}

function isArchive(document: unknown): boolean {
  const entries = entriesOf(document);
  if (entries === null) return false;
  const log = fieldsOf(fieldsOf(document)?.['log']);
  const first = fieldsOf(entries[0]);
  if (!Array.isArray(log?.['entries'])) return true;
  return 'creator' in log || ('startedDateTime' in (first ?? {}) && 'request' in (first ?? {}));
}

/** Reads the requests to providers of an HTTP archive. */
export const har = defineImporter({
  id,
  label: 'HTTP archive (HAR, LHAR)',
  source: 'HAR, LHAR',
  inputs: ['json', 'jsonl'],
  lists: ['log.entries[]', 'lhar.entries[]'],
  sniff: ({ kind, records }) =>
    kind === 'json' ? isArchive(records[0]) || isLine(records[0]) : records.some(isLine),
  start: (context) =>
    new HarReader(context, new ExchangeCalls(context, { format: id, agent: 'HTTP archive' })),
});

class HarReader extends CollectingReader<ExchangeCalls> {
  /** The tool of each session, as named by LHAR's preambles. */
  readonly #tools = new Map<string, string>();

  record(value: Json, at: number | string, list?: string): void {
    const { receipt } = this.context;
    // An archive's entries follow it.
    if (list === undefined && entriesOf(value) !== null) return;
    const entry = fieldsOf(value);
    if (entry === null || !isPlainJson(entry)) return receipt.lose('not an HTTP archive entry', at);
    const har = list === 'log.entries[]';
    if (!har && entry['type'] === 'session') return this.#session(entry, at);
    const exchange = har ? harExchange(entry, at) : lharExchange(entry, at, this.#tools);
    if (exchange !== null) this.sessions.take(exchange, at);
    else if (har) receipt.drop('not a request to a language model', at);
    else receipt.lose('the request’s body is not recorded', at);
  }

  #session(line: Fields, at: number | string): void {
    const { trace_id: trace, tool } = line;
    if (typeof trace === 'string' && typeof tool === 'string') this.#tools.set(trace, tool);
    this.context.receipt.merge('facts shared by all entries', at);
  }
}
