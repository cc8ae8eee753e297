/**
 * Lines of batch files: https://platform.openai.com/docs/api-reference/batch/request-input and
 * https://docs.anthropic.com/en/api/creating-message-batches
 */
import { NOTHING, readBody, type Body } from '../../mechanisms/exchange/body';
import { hasMessages } from '../../mechanisms/exchange/exchange';
import { firstTime } from '../../mechanisms/exchange/time';
import { countOf, fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';

/** Provider whose form a line has. */
export type Provider = 'openai' | 'anthropic';

interface Line {
  readonly provider: Provider;
  readonly customId: string;
  readonly at: At;
}

/** A request of a batch. */
export interface RequestLine extends Line {
  readonly half: 'request';
  readonly request: Fields;
  /** The path that the batch sends it to. */
  readonly url: string | null;
}

/** The outcome of a request. */
export interface ResultLine extends Line {
  readonly half: 'result';
  /** Id of the outcome; null without one. */
  readonly id: string | null;
  readonly response: Body;
  readonly status: number | null;
  readonly error: string | null;
  readonly time: number | null;
  /** False if the batch ended before the request was sent to a model. */
  readonly ran: boolean;
}

export type BatchLine = RequestLine | ResultLine;

/** A line of a batch file; null for any other record. */
export function lineOf(value: unknown, at: At): BatchLine | null {
  const record = fieldsOf(value);
  const customId = textOf(record?.['custom_id']);
  if (record === null || customId === null) return null;
  return (
    openaiRequest(record, customId, at) ??
    anthropicRequest(record, customId, at) ??
    anthropicResult(record, customId, at) ??
    openaiResult(record, customId, at)
  );
}

function openaiRequest(record: Fields, customId: string, at: At): RequestLine | null {
  const request = fieldsOf(record['body']);
  const url = textOf(record['url']);
  if (request === null || (url === null && !hasMessages(request))) return null;
  return { half: 'request', provider: 'openai', customId, at, request, url };
}

function anthropicRequest(record: Fields, customId: string, at: At): RequestLine | null {
  const request = fieldsOf(record['params']);
  if (request === null || !Array.isArray(request['messages'])) return null;
  return { half: 'request', provider: 'anthropic', customId, at, request, url: '/v1/messages' };
}

const outcomes: readonly unknown[] = ['succeeded', 'errored', 'canceled', 'expired'];

function anthropicResult(record: Fields, customId: string, at: At): ResultLine | null {
  const result = fieldsOf(record['result']);
  const type = result?.['type'];
  if (result === null || !outcomes.includes(type)) return null;
  const error = fieldsOf(result['error']);
  const response = readBody(type === 'succeeded' ? result['message'] : result['error']);
  return {
    half: 'result',
    provider: 'anthropic',
    customId,
    at,
    id: textOf(response.fields?.['id']) ?? textOf(error?.['request_id']),
    response,
    status: null,
    error: null,
    time: null,
    ran: type === 'succeeded' || type === 'errored',
  };
}

function openaiResult(record: Fields, customId: string, at: At): ResultLine | null {
  const response = fieldsOf(record['response']);
  const error = fieldsOf(record['error']);
  if (response === null && error === null) return null;
  if (response !== null && !('status_code' in response)) return null;
  const body = response === null ? NOTHING : readBody(response['body']);
  return {
    half: 'result',
    provider: 'openai',
    customId,
    at,
    id: textOf(record['id']),
    response: body,
    status: countOf(response?.['status_code']),
    error: textOf(error?.['message']) ?? textOf(error?.['code']),
    time: firstTime(body.fields?.['created'], body.fields?.['created_at']),
    ran: response !== null || error?.['code'] !== 'batch_expired',
  };
}
