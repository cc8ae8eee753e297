import type { AskedOptions, Json, Part, Tool } from '@/lib/engine/session/schema';
import type { UsageFamily } from '@/lib/engine/tokens/usage/normalize-usage';
import type { CallNotice, Message } from '../calls/recorded-call';
import { asked } from '../exchange/asked';
import type { At, Fields } from '../loose-json';
import type { Attributes } from './attributes';

/** An event of a span, or a log record: a name, attributes and perhaps a body. */
export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly time: number | null;
  readonly attributes: Fields;
  /** Plain JSON; undefined without one. */
  readonly body: unknown;
}

/** A span of any convention, decoded. */
export interface Span {
  /** Place in the trace file. */
  readonly at: At;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number | null;
  readonly attributes: Fields;
  readonly resource: Fields;
  /** Name of the instrumentation. */
  readonly scope: string;
  readonly events: readonly SpanEvent[];
  /** Error of the span; null without one, empty if the span has no message. */
  readonly failure: string | null;
  /** Number of attributes and events that the exporter left out. */
  readonly left: number;
}

/** A log record, decoded; with a span's ids if it was written inside one. */
export interface LogRecord extends SpanEvent {
  readonly at: At;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly resource: Fields;
  readonly scope: string;
}

/** The facts of one model call in a span or a log record; null and empty if missing. */
export interface Reading {
  readonly system: readonly Part[] | null;
  readonly tools: readonly Tool[] | null;
  readonly messages: readonly Message[];
  readonly output: readonly Message[];
  readonly usage: Json;
  readonly family?: UsageFamily;
  readonly model: string | null;
  /** Name of the agent's framework, if the convention has it. */
  readonly agent?: string;
  /** Id of the response, and of the one this request continues. */
  readonly id?: string | null;
  readonly previous?: string | null;
  readonly lengthStop: boolean;
  /** What the request asked of the model, if the convention has it. */
  readonly asked?: AskedOptions;
  /** True if the text of the request was cut, so that its messages are unknown. */
  readonly cut?: boolean;
  /** True if the request is one text instead of messages. */
  readonly flat?: boolean;
  /** True if the request holds only the messages since the call before. */
  readonly delta?: boolean;
  /** Error of the call, beside the span's status. */
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

/** An empty reading. */
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

/** True if a reading holds the text of its request. */
export const holdsRequest = ({ messages, system, cut }: Reading): boolean =>
  cut !== true && (messages.length > 0 || (system !== null && system.length > 0));

/** `first`, with its missing facts from `second`. */
export function joined(first: Reading, second: Reading): Reading {
  const better = first.flat === true && second.flat !== true && holdsRequest(second);
  const request = holdsRequest(first) && !better ? first : second;
  const usage = first.usage === null ? second : first;
  const applies = ({ code }: CallNotice): boolean => usage === second || !code.startsWith('usage-');
  const { agent = second.agent, flat = second.flat } = first;
  return {
    system: request.system ?? first.system ?? second.system,
    tools: first.tools ?? second.tools,
    messages: request.messages,
    cut: !holdsRequest(request) && (first.cut === true || second.cut === true),
    delta: request.delta ?? false,
    output: first.output.length > 0 ? first.output : second.output,
    usage: usage.usage,
    family: usage.family ?? 'otel',
    model: first.model ?? second.model,
    id: first.id ?? second.id ?? null,
    previous: first.previous ?? second.previous ?? null,
    lengthStop: first.lengthStop || second.lengthStop,
    failure: first.failure ?? second.failure ?? null,
    notices: [...first.notices, ...second.notices.filter(applies)],
    ...(agent === undefined ? {} : { agent }),
    ...((first.asked ?? second.asked) && { asked: { ...second.asked, ...first.asked } }),
    ...(flat === undefined ? {} : { flat }),
  };
}

/** What a span says that its request asked of the model. */
export const askedIn = (attributes: Attributes): AskedOptions =>
  asked(
    attributes.number(
      'gen_ai.request.max_tokens',
      'ai.settings.maxOutputTokens',
      'ai.settings.maxTokens',
    ),
    attributes.text('gen_ai.request.reasoning_effort'),
  );

/** Finish reasons of a response that stopped at its output limit. */
const lengthStops = new Set(['length', 'max_tokens', 'max_output_tokens']);

/** True if a finish reason, or one of a list of them, is the output limit. */
export function isLengthStop(reason: unknown): boolean {
  if (Array.isArray(reason)) return reason.some(isLengthStop);
  return typeof reason === 'string' && lengthStops.has(reason.toLowerCase());
}

/** Effect of attributes with truncated JSON; `request` is the one that holds the request. */
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
