import type { Fields } from '../loose-json';

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
  readonly at: number | string;
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
  readonly at: number | string;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly resource: Fields;
  readonly scope: string;
}
