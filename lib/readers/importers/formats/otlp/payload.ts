/**
 * Payloads of the OpenTelemetry protocol in JSON: `resourceSpans` and `resourceLogs`, in camelCase
 * or snake_case, as one document, an array of them, or one per line (the collector's file
 * exporter). https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { anyValue, attributesOf } from './any-value';
import { idText, nanoTime } from './identity';
import type { LogRecord, Span, SpanEvent } from '../../mechanisms/spans/reading';

/** A field under its camelCase or its snake_case name. */
export function either(fields: Fields, camel: string, snake: string): unknown {
  return fields[camel] ?? fields[snake];
}

/** The signals a payload may hold. */
const signals = ['resourceSpans', 'resourceLogs', 'resourceMetrics'] as const;
const snakes = ['resource_spans', 'resource_logs', 'resource_metrics'] as const;

/**
 * True for an element of a payload's list of resources, which Java's logging exporter writes alone.
 * https://github.com/open-telemetry/opentelemetry-java/tree/main/exporters/logging-otlp
 */
export function isResource(value: unknown): boolean {
  const fields = fieldsOf(value);
  const lists = ['scopeSpans', 'scopeLogs'] as const;
  return (
    fields !== null && 'resource' in fields && lists.some((name) => Array.isArray(fields[name]))
  );
}

/** True for a payload of spans or logs; also of metrics if `metrics` is set. */
export function isPayload(value: unknown, { metrics = false } = {}): boolean {
  const fields = fieldsOf(value);
  if (fields === null) return false;
  const count = metrics ? 3 : 2;
  return signals
    .slice(0, count)
    .some((signal, i) => Array.isArray(either(fields, signal, snakes[i] ?? signal)));
}

const scopeLists = ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'] as const;

/** The lists of a payload, in every spelling: resources, their scopes, and the scopes' records. */
export const payloadLists: readonly string[] = [
  ...['resourceSpans', 'resource_spans'].flatMap((resources) =>
    scopeLists.map((scopes) => `${resources}[].${scopes}[].spans[]`),
  ),
  ...['resourceLogs', 'resource_logs'].flatMap((resources) =>
    ['scopeLogs[].logRecords', 'scope_logs[].log_records'].map(
      (records) => `${resources}[].${records}[]`,
    ),
  ),
];

/** Attributes of an element of a list of resources. */
export const resourceOf = (value: unknown): Fields =>
  attributesOf(fieldsOf(fieldsOf(value)?.['resource'])?.['attributes']);

/** Name of the instrumentation in an element of a list of scopes. */
export function scopeOf(value: unknown): string {
  const fields = fieldsOf(value);
  return textOf(fieldsOf(fields?.['scope'] ?? fields?.['instrumentationLibrary'])?.['name']) ?? '';
}

/** A span; null for anything else. */
export function readSpan(value: unknown, at: At, resource: Fields, scope: string): Span | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const traceId = idText(either(fields, 'traceId', 'trace_id'));
  const spanId = idText(either(fields, 'spanId', 'span_id'));
  if (traceId === null || spanId === null) return null;
  const events = listOf(fields['events']).flatMap(readEvent);
  const attributes = attributesOf(fields['attributes']);
  return {
    at,
    traceId,
    spanId,
    parentId: idText(either(fields, 'parentSpanId', 'parent_span_id')),
    name: textOf(fields['name']) ?? '',
    start: nanoTime(either(fields, 'startTimeUnixNano', 'start_time_unix_nano')),
    attributes,
    resource,
    scope,
    events,
    failure: failureOf(fieldsOf(fields['status']), attributes, events),
    left:
      dropped(either(fields, 'droppedAttributesCount', 'dropped_attributes_count')) +
      dropped(either(fields, 'droppedEventsCount', 'dropped_events_count')),
  };
}

const dropped = (value: unknown): number =>
  typeof value === 'number' && value > 0 && Number.isSafeInteger(value) ? value : 0;

function readEvent(value: unknown): readonly SpanEvent[] {
  const event = fieldsOf(value);
  if (event === null) return [];
  return [
    {
      name: textOf(event['name']) ?? '',
      time: nanoTime(either(event, 'timeUnixNano', 'time_unix_nano')),
      attributes: attributesOf(event['attributes']),
      body: undefined,
    },
  ];
}

/** The message of a span that failed: its status, its exception, its error attributes. */
export function failureOf(
  status: Fields | null,
  attributes: Fields,
  events: readonly SpanEvent[],
): string | null {
  const code = status?.['code'];
  const failed = code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR';
  const exceptions = events.filter(({ name }) => name === 'exception');
  if (!failed && textOf(attributes['error.type']) === null) return null;
  const said = [
    status?.['message'],
    ...exceptions.map((event) => event.attributes['exception.message']),
    attributes['error.message'],
    attributes['error.type'],
  ];
  return said.flatMap((text) => textOf(text) ?? []).join('\n');
}

/**
 * A log record; null for anything else. It names its event in `eventName`, an older one in the
 * attribute `event.name`.
 */
export function readLog(value: unknown, at: At, resource: Fields, scope: string): LogRecord | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const attributes = attributesOf(fields['attributes']);
  const time = nanoTime(either(fields, 'timeUnixNano', 'time_unix_nano'));
  return {
    at,
    name:
      textOf(either(fields, 'eventName', 'event_name')) ?? textOf(attributes['event.name']) ?? '',
    time: time ?? nanoTime(either(fields, 'observedTimeUnixNano', 'observed_time_unix_nano')),
    traceId: idText(either(fields, 'traceId', 'trace_id')),
    spanId: idText(either(fields, 'spanId', 'span_id')),
    attributes,
    body: anyValue(fields['body']),
    resource,
    scope,
  };
}
