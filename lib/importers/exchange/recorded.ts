import type { Json, Part } from '@/lib/session/schema';
import type { CallNotice, Message, RecordedCall } from '../calls/recorded-call';
import { textOf, type Fields } from '../loose-json';
import { plain } from '../messages/json-text';
import type { CallNames } from '../messages/turns';
import { conversationOf, type Exchange } from './exchange';
import { refusalOf } from './rejection';

/** What reading one interface adds to what all exchanges share. */
export type Read = Pick<
  RecordedCall,
  'system' | 'tools' | 'messages' | 'output' | 'usage' | 'lengthStop'
> &
  Partial<Pick<RecordedCall, 'carries' | 'previous' | 'family' | 'compaction'>> & {
    readonly notices?: readonly CallNotice[];
    readonly id: string | null;
    readonly model: string | null;
  };

/** Reads the request and the (joined) response of one interface. */
export type ReadApi = (exchange: Exchange, names: CallNames) => Read;

/** An exchange as a call. */
export function recordedCall(exchange: Exchange, read: Read): RecordedCall {
  return {
    at: exchange.at,
    time: exchange.time,
    conversation: conversationOf(exchange),
    lane: exchange.lane ?? null,
    agent: exchange.agent ?? null,
    carries: 'whole',
    rejected: refusalOf(exchange),
    ...read,
  };
}

/** The model that answered; else the one that was asked for. */
export const modelOf = (request: Fields, response: Fields): string | null =>
  textOf(response['model']) ?? textOf(request['model']);

/** A usage record as it stands in the log; null where it is no object. */
export function usageOf(value: unknown): Json {
  const usage = plain(value ?? null);
  return typeof usage === 'object' ? usage : null;
}

const hasThought = ({ parts }: Message): boolean => parts.some(({ kind }) => kind === 'thought');

/**
 * The response as later requests can be expected to repeat it: without its thoughts, unless this
 * request shows a client that sends thoughts back.
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

/** A compaction that a request carries without saying what it cost. */
export const uncountedCompaction = { preTokens: null, postTokens: null } as const;
