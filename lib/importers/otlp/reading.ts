import type { Json, Part, Tool } from '@/lib/session/schema';
import type { UsageFamily } from '@/lib/tokens/normalize-usage';
import type { CallNotice, Message } from '../calls/recorded-call';
import { parseRejection } from '../claude-code/rejection';
import { readRejection, type Rejection } from '../adk/rejection';
import type { Attributes } from './attributes';
import type { Span, SpanEvent } from './span';

/** What a span or a log record says of one model call; null and empty where it does not. */
export interface Reading {
  readonly system: readonly Part[] | null;
  readonly tools: readonly Tool[] | null;
  readonly messages: readonly Message[];
  readonly output: readonly Message[];
  readonly usage: Json;
  readonly family?: UsageFamily;
  readonly model: string | null;
  /** The agent's framework, in words, where the convention tells. */
  readonly agent?: string;
  /** Id of the response, and of the one this request continues. */
  readonly id?: string | null;
  readonly previous?: string | null;
  readonly lengthStop: boolean;
  /** The text of the request was cut, so that its messages are not known. */
  readonly cut?: boolean;
  /** The request is one text, whatever messages it was made of. */
  readonly flat?: boolean;
  /** The request holds only what is new since the call before. */
  readonly delta?: boolean;
  /** What went wrong, beside what the span's status says. */
  readonly failure?: string | null;
  readonly notices: readonly CallNotice[];
}

/** A convention for model calls on spans. */
export interface SpanConvention {
  readonly id: string;
  /** True for a span that this convention marks as a model call. */
  claims(span: Span, attributes: Attributes): boolean;
  /** Reads such a span; `events` are its own and the log records joined to it. */
  read(span: Span, attributes: Attributes, events: readonly SpanEvent[]): Reading;
}

/** A reading of nothing. */
export const nothing: Reading = {
  system: null,
  tools: null,
  messages: [],
  output: [],
  usage: null,
  model: null,
  lengthStop: false,
  notices: [],
};

/** True where a reading holds the text of its request. */
export const holdsRequest = ({ messages, system, cut }: Reading): boolean =>
  cut !== true && (messages.length > 0 || (system !== null && system.length > 0));

/** `first`, and from `second` what it lacks. */
export function joined(first: Reading, second: Reading): Reading {
  const better = first.flat === true && second.flat !== true && holdsRequest(second);
  const request = holdsRequest(first) && !better ? first : second;
  const usage = first.usage === null ? second : first;
  const applies = ({ code }: CallNotice): boolean => usage === second || !code.startsWith('usage-');
  return {
    ...second,
    ...first,
    system: request.system ?? first.system ?? second.system,
    tools: first.tools ?? second.tools,
    messages: request.messages,
    cut: request.cut ?? false,
    delta: request.delta ?? false,
    output: first.output.length > 0 ? first.output : second.output,
    usage: usage.usage,
    ...(usage.family === undefined ? { family: 'otel' } : { family: usage.family }),
    model: first.model ?? second.model,
    id: first.id ?? second.id ?? null,
    previous: first.previous ?? second.previous ?? null,
    lengthStop: first.lengthStop || second.lengthStop,
    failure: first.failure ?? second.failure ?? null,
    notices: [...first.notices, ...second.notices.filter(applies)],
  };
}

/** What an error says of a request that was too long; null for any other error. */
export const refusalIn = (message: string): Rejection | null =>
  readRejection(message) ?? parseRejection(message);

/** Finish reasons of a response that stopped at its output limit. */
const lengthStops = new Set(['length', 'max_tokens', 'max_output_tokens']);

/** True for the finish reason, or a list of them, of a response cut at the output limit. */
export function isLengthStop(reason: unknown): boolean {
  if (Array.isArray(reason)) return reason.some(isLengthStop);
  return typeof reason === 'string' && lengthStops.has(reason.toLowerCase());
}

/** What attributes whose JSON ends early mean; `request` is the one that holds the request. */
export function cutIn(attributes: Attributes, request: string): Pick<Reading, 'cut' | 'notices'> {
  if (attributes.cut.size === 0) return { cut: false, notices: [] };
  return {
    cut: attributes.cut.has(request),
    notices: [
      {
        code: 'attribute-cut',
        message:
          'The exporter cut a long attribute (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT): the text of this call is incomplete, its token counts are not.',
      },
    ],
  };
}
