import type { Fields } from '../loose-json';

/** An event of a span, or a log record: a name, attributes and perhaps a body. */
export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly time: number | null;
  readonly attributes: Fields;
  /** Plain JSON; undefined where there is none. */
  readonly body: unknown;
}

/** A span of any convention, decoded. */
export interface Span {
  /** Where it stands in the trace file. */
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
  /** What went wrong; null where nothing did, empty where the span does not say. */
  readonly failure: string | null;
  /** Attributes and events that the exporter left out. */
  readonly left: number;
}

/** A log record, decoded; with a span's ids where it was written inside one. */
export interface LogRecord extends SpanEvent {
  readonly at: number | string;
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly resource: Fields;
  readonly scope: string;
}
