import type { Json, Part } from '@/lib/engine/session/schema';
import type { CallNotice, Message, RecordedCall } from '../calls/recorded-call';
import { fieldsOf, textOf, type Fields } from '../loose-json';
import { plain } from '../messages/json-text';
import type { CallNames } from '../messages/turns';
import { askedOf } from './asked';
import { conversationOf, type Exchange } from './exchange';
import { type Refusal, readRefusal } from '../refusals/read-refusal';

/** The message of an error inside a provider's or proxy's wrapper; null without one. */
function errorText({ response, error, status }: Exchange): string | null {
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

/** The provider's refusal of a request for its size; null for every other outcome. */
function refusalOf(exchange: Exchange): Refusal | null {
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
  return text === null ? null : readRefusal(text);
}

/** The fields of a call that depend on the interface. */
export type CallFields = Pick<
  RecordedCall,
  'system' | 'tools' | 'messages' | 'output' | 'usage' | 'lengthStop'
> &
  Partial<Pick<RecordedCall, 'carries' | 'previous' | 'family' | 'compaction'>> & {
    readonly notices?: readonly CallNotice[];
    readonly id: string | null;
    readonly model: string | null;
  };

/** Reads the request and the (joined) response of one interface. */
export type ReadApi = (exchange: Exchange, names: CallNames) => CallFields;

/** An exchange as a call. */
export function recordedCall(exchange: Exchange, read: CallFields): RecordedCall {
  return {
    at: exchange.at,
    time: exchange.time,
    conversation: conversationOf(exchange),
    lane: exchange.lane ?? null,
    agent: exchange.agent ?? null,
    carries: 'whole',
    rejected: refusalOf(exchange),
    asked: askedOf(exchange.request),
    ...read,
  };
}

/** The model that answered; else the requested one. */
export const modelOf = (request: Fields, response: Fields): string | null =>
  textOf(response['model']) ?? textOf(request['model']);

/** The unchanged usage record; null for anything but an object. */
export function usageOf(value: unknown): Json {
  const usage = plain(value ?? null);
  return typeof usage === 'object' ? usage : null;
}

const hasThought = ({ parts }: Message): boolean => parts.some(({ kind }) => kind === 'thought');

/**
 * The response in the form that later requests are expected to repeat: without its thoughts, unless
 * this request shows a client that sends thoughts back.
 */
export function repeated(
  output: readonly Message[],
  messages: readonly Message[],
): readonly Message[] {
  if (messages.some(hasThought)) return output;
  return output.map((message) => {
    const parts = message.parts.filter(({ kind }: Part) => kind !== 'thought');
    return { ...message, parts };
  });
}

/** A compaction in a request that does not state its cost. */
export const uncountedCompaction = { preTokens: null, postTokens: null } as const;
