import { countOf, fieldsOf, textOf, type Fields, type At } from '../loose-json';
import { isWrapped, NOTHING, readBody, readWrapped, type Body } from './body';
import { firstTime } from './time';

/** A request to a provider and its response, from any logger. */
export interface Exchange {
  readonly at: At;
  readonly request: Fields;
  readonly response: Body;
  readonly status: number | null;
  readonly url: string | null;
  readonly time: number | null;
  /** Headers of the request under lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** The conversation named by the log itself. */
  readonly conversation: string | null;
  readonly lane?: string | null;
  readonly agent?: string | null;
  /** An error beside the response in the log. */
  readonly error?: string | null;
}

/** A request of which the log holds nothing else. */
export const bareExchange = (request: Fields, at: At): Exchange => ({
  at,
  request,
  response: NOTHING,
  status: null,
  url: null,
  time: null,
  headers: new Map(),
  conversation: null,
});

const requestNames = ['request', 'req', 'request_body', 'requestBody', 'raw_request'] as const;
const responseNames = ['response', 'res', 'response_body', 'responseBody', 'raw_response'] as const;

const firstOf = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);

/** Fields that hold the messages in requests of the known providers. */
const contentNames = ['messages', 'input', 'contents'] as const;

/** True for a request with messages. */
export const hasMessages = (fields: Fields): boolean => contentNames.some((name) => name in fields);

/**
 * Reads a logged pair `{request, response}`; bodies plain, wrapped as HTTP messages, or as text. A
 * response may be missing if the log has its field. Null for every other record.
 */
export function exchangeOf(value: unknown, at: At): Exchange | null {
  const record = fieldsOf(value);
  if (record === null || ownFormats.some((name) => name in record)) return null;
  const request = firstOf(record, requestNames);
  const response = firstOf(record, responseNames);
  const returned = fieldsOf(response) ?? {};
  const shared = {
    at,
    response: readWrapped(response),
    status: statusOf(returned) ?? statusOf(record),
    conversation: namedConversation(record),
    error: textOf(record['error']),
  };
  if (request === undefined) {
    // The request's own fields stand beside the response.
    if (response === undefined || !hasMessages(record)) return null;
    const time = firstTime(...recordTimes(record), returned['created']);
    return { ...shared, request: record, headers: new Map(), url: textOf(record['url']), time };
  }
  if (!responseNames.some((name) => name in record) && !('logged_at' in record)) return null;
  const outer = fieldsOf(request) ?? {};
  const body = innerRequest(readWrapped(request).fields);
  if (body === null || !hasMessages(body)) return null;
  return {
    ...shared,
    request: body,
    url: textOf(outer['url']) ?? textOf(record['url']) ?? textOf(record['path']),
    time: firstTime(outer['timestamp'], ...recordTimes(record), returned['created']),
    headers: headersOf(isWrapped(outer) ? outer['headers'] : record['request_headers']),
  };
}

/** The inner request: Google's Code Assist wraps it as `{model, project, request: {contents}}`. */
function innerRequest(body: Fields | null): Fields | null {
  const inner = fieldsOf(body?.['request']);
  if (body === null || inner === null || !('contents' in inner)) return body;
  return { model: body['model'], ...inner };
}

/** Fields of records that other importers read: LiteLLM's, OpenHands', the AI SDK's. */
const ownFormats = ['call_type', 'latency_sec', 'finishReason', 'run_type'] as const;

const recordTimes = (record: Fields): readonly unknown[] => [
  record['timestamp'],
  record['start_time'],
  record['startTime'],
  record['created_at'],
  record['request_created_at'],
  record['logged_at'],
  record['time'],
];

function statusOf(fields: Fields): number | null {
  const code = fields['status_code'] ?? fields['statusCode'] ?? fields['status'];
  return countOf(typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code);
}

/** Headers by lower-case name, from an object or from HAR's list of `{name, value}`. */
export function headersOf(value: unknown): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  if (Array.isArray(value)) {
    for (const item of value) {
      const fields = fieldsOf(item);
      const name = textOf(fields?.['name']);
      if (name !== null) headers.set(name.toLowerCase(), textOf(fields?.['value']) ?? '');
    }
    return headers;
  }
  for (const [name, item] of Object.entries(fieldsOf(value) ?? {})) {
    if (typeof item === 'string') headers.set(name.toLowerCase(), item);
  }
  return headers;
}

const conversationNames = [
  'session_id',
  'sessionId',
  'conversation_id',
  'conversationId',
  'thread_id',
  'threadId',
  '_session_id',
] as const;

/** The conversation in one of the usual fields. */
export function namedConversation(fields: Fields | null): string | null {
  for (const name of conversationNames) {
    const value = fields?.[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
}

const conversationHeaders = [
  'session_id',
  'session-id',
  'x-session-id',
  'conversation_id',
  'x-conversation-id',
  'x-claude-code-session-id',
] as const;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const claudeCodeUser = /_session_([0-9a-f-]{36})$/;

/**
 * The conversation of a request, if log, headers or body name one. A cache key counts only if it
 * looks like an id: most clients use one key for all their conversations.
 */
export function conversationOf({ conversation, headers, request }: Exchange): string | null {
  if (conversation !== null) return conversation;
  for (const name of conversationHeaders) {
    const value = headers.get(name);
    if (value !== undefined && value !== '') return value;
  }
  const metadata = fieldsOf(request['metadata']);
  const own = request['conversation'];
  return (
    namedConversation(metadata) ??
    userSession(textOf(metadata?.['user_id'])) ??
    textOf(own) ??
    textOf(fieldsOf(own)?.['id']) ??
    (uuid.test(textOf(request['prompt_cache_key']) ?? '')
      ? textOf(request['prompt_cache_key'])
      : null)
  );
}

/**
 * The session in Claude Code's `user_…_session_<id>`, or in its later JSON text with a
 * `session_id`.
 */
function userSession(user: string | null): string | null {
  if (user === null) return null;
  if (user.startsWith('{')) return namedConversation(readBody(user).fields);
  return claudeCodeUser.exec(user)?.[1] ?? null;
}
