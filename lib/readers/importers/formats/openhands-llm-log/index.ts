/**
 * OpenHands' completion logs (`log_completions`): one file per call with its whole request.
 * https://docs.openhands.dev/sdk/guides/llm-logging
 */
import type { Json } from '@/lib/engine/session/schema';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import { readWrapped } from '../../mechanisms/exchange/body';
import { bareExchange } from '../../mechanisms/exchange/exchange';
import {
  defineImporter,
  type ImportContext,
  type TraceHead,
  CollectingReader,
  someRecord,
} from '../../importer';
import { countOf, fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import type { RecordedCall } from '../../mechanisms/calls/recorded-call';
import { readChat, readResponses } from '../../mechanisms/exchange/openai';
import { recordedCall, type CallFields } from '../../mechanisms/exchange/recorded';
import { timeIn } from '../../mechanisms/exchange/time';

/** True for a completion log: a request, its response and a field that only OpenHands writes. */
function isOpenHandsLog(value: unknown): value is Fields {
  const log = fieldsOf(value);
  if (log === null || !('response' in log || 'error' in log)) return false;
  if (!Array.isArray(log['messages']) && !Array.isArray(log['input'])) return false;
  return 'latency_sec' in log && ('context_window' in log || 'kwargs' in log);
}

/**
 * A completion log as a call. Models without native tool calls are sent `raw_messages`, with the
 * tools in the system prompt, and answer with a text.
 */
function openHandsCall(log: Fields, at: At, names: CallNames): RecordedCall {
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
    ...bareExchange(request, at),
    response: { ...response, fields: response.fields && { ...response.fields, ...answered } },
    time: startOf(log),
    error: textOf(log['error']) ?? textOf(fieldsOf(log['error'])?.['message']),
  };
  const read: CallFields = Array.isArray(log['messages'])
    ? readChat(exchange, names)
    : readResponses(exchange, names);
  return { limit: countOf(log['context_window']), ...recordedCall(exchange, read) };
}

/** Time of the request; the log's own time is that of the response. */
function startOf(log: Fields): number | null {
  const time = timeIn(log['timestamp']);
  const seconds = log['latency_sec'];
  if (time === null || typeof seconds !== 'number' || !(seconds >= 0 && seconds < 86_400))
    return time;
  return time - Math.round(seconds * 1000);
}

const id = 'openhands-llm-log';

function sniff({ kind, records }: TraceHead): boolean {
  if (kind === 'archive')
    return isOpenHandsLog(fieldsOf(fieldsOf(records[0])?.['first'])?.['value']);
  return someRecord(records, isOpenHandsLog);
}

/** Reads completion logs; those of one folder chain into sessions. */
export const openhandsLlmLog = defineImporter({
  id,
  label: 'OpenHands completion logs',
  source: 'OpenHands log',
  inputs: ['json', 'jsonl', 'archive'],
  sniff,
  start: (context, input) => new OpenHandsLogReader(context, input === 'archive'),
});

class OpenHandsLogReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();

  constructor(
    context: ImportContext,
    private readonly archive: boolean,
  ) {
    const source = { format: id, agent: 'OpenHands', thoughts: 'stripped' } as const;
    super(context, new CallSessions(context, source));
  }

  record(value: Json, at: At): void {
    const record = this.archive ? fieldsOf(value)?.['value'] : value;
    if (Array.isArray(record)) record.forEach((item, i) => this.#call(item, `${at}[${i}]`));
    else this.#call(record, at);
  }

  #call(value: unknown, at: At): void {
    const log = isOpenHandsLog(value) && isPlainJson(value);
    const call = log ? openHandsCall(value, at, this.#names) : null;
    const empty = call === null || call.messages.length === 0;
    this.sessions.take(empty ? 'not a completion log' : call, at);
  }
}
