import type { RecordedCall } from '../calls/recorded-call';
import { readWrapped } from '../exchange/body';
import { readChat, readResponses } from '../exchange/openai';
import { recordedCall, type Read } from '../exchange/recorded';
import { timeIn } from '../exchange/time';
import { countOf, fieldsOf, textOf, type Fields } from '../loose-json';
import type { CallNames } from '../messages/turns';

/** True for a completion log: a request beside its response and what only OpenHands measures. */
export function isOpenHandsLog(value: unknown): value is Fields {
  const log = fieldsOf(value);
  if (log === null || !('response' in log || 'error' in log)) return false;
  if (!Array.isArray(log['messages']) && !Array.isArray(log['input'])) return false;
  return 'latency_sec' in log && ('context_window' in log || 'kwargs' in log);
}

/**
 * A completion log as a call. Models without native tool calls are sent `raw_messages`, with the
 * tools in the system prompt, and answer with a text.
 */
export function openHandsCall(log: Fields, at: number | string, names: CallNames): RecordedCall {
  const raw = Array.isArray(log['raw_messages']);
  const kwargs = fieldsOf(log['kwargs']);
  const response = readWrapped(log['response']);
  const answered = fieldsOf(raw ? log['raw_response'] : null) ?? {};
  const request: Fields = {
    ...log,
    messages: raw ? log['raw_messages'] : log['messages'],
    tools: raw ? [] : (log['tools'] ?? kwargs?.['tools']),
    model: kwargs?.['model'] ?? log['model'],
  };
  const exchange = {
    at,
    request,
    response: { ...response, fields: response.fields && { ...response.fields, ...answered } },
    status: null,
    url: null,
    time: startOf(log),
    headers: new Map<string, string>(),
    conversation: null,
    error: textOf(log['error']) ?? textOf(fieldsOf(log['error'])?.['message']),
  };
  const read: Read = Array.isArray(log['messages'])
    ? readChat(exchange, names)
    : readResponses(exchange, names);
  return { ...recordedCall(exchange, read), limit: countOf(log['context_window']) };
}

/** The log's time is that of the response. */
function startOf(log: Fields): number | null {
  const time = timeIn(log['timestamp']);
  const seconds = log['latency_sec'];
  if (time === null || typeof seconds !== 'number' || !(seconds >= 0 && seconds < 86_400))
    return time;
  return time - Math.round(seconds * 1000);
}
