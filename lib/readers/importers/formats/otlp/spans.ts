/**
 * https://opentelemetry.io/docs/specs/otel/trace/sdk_exporters/stdout/
 * OpenTelemetry spans and log records without the protocol's envelope: console and file exporters of
 * the SDKs, GitHub Copilot's telemetry files, Phoenix's exports (see `flat-record`).
 */
import type { Json } from '@/lib/engine/session/schema';
import { anyValue } from './any-value';
import {
  anyTime,
  flatAttributes,
  goValue,
  pick,
  pickId,
  pickText,
  hasColumns,
  rowAttributes,
} from './flat-fields';
import { failureOf } from './payload';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { geminiCliEvent } from '../../mechanisms/spans/gemini-cli-event';
import { SpanReader } from '../../mechanisms/spans/span-reader';
import type { LogRecord, Span, SpanEvent } from '../../mechanisms/spans/reading';

/**
 * Spans and log records that stand alone, one a line or one after another:
 * - GitHub Copilot's file exporter, in VS Code and in the CLI:
 *   https://github.com/microsoft/vscode-copilot-chat/blob/main/docs/monitoring/agent_monitoring.md
 *   https://docs.github.com/en/copilot/reference/enterprise-administrators/opentelemetry-reference
 * - JavaScript's console exporter:
 *   https://open-telemetry.github.io/opentelemetry-js/classes/_opentelemetry_sdk-trace-base.ConsoleSpanExporter.html
 * - Python's: https://opentelemetry-python.readthedocs.io/en/stable/sdk/trace.export.html
 * - Go's: https://pkg.go.dev/go.opentelemetry.io/otel/exporters/stdout/stdouttrace
 * - Phoenix's exports (see `rowAttributes`).
 */
/** Names of fields in the SDKs; JavaScript's log records print their private ones. */
const paths = {
  trace: [
    ...['traceId', 'trace_id', 'context.trace_id', 'spanContext.traceId', '_spanContext.traceId'],
    ...['SpanContext.TraceID', 'TraceID'],
  ],
  span: [
    ...['spanId', 'span_id', 'context.span_id', 'spanContext.spanId', '_spanContext.spanId'],
    ...['SpanContext.SpanID', 'SpanID'],
  ],
  parent: [
    ...['parentSpanId', 'parent_span_id', 'parentSpanContext.spanId', 'parentId', 'parent_id'],
    'Parent.SpanID',
  ],
  start: ['startTimeUnixNano', 'startTime', 'start_time', 'StartTime', 'timestamp'],
  resource: ['resource.attributes', 'resource._rawAttributes', 'Resource'],
  scope: [
    ...['instrumentationScope.name', 'instrumentationLibrary.name', 'scope.name'],
    ...['InstrumentationScope.Name', 'InstrumentationLibrary.Name'],
  ],
  attributes: ['attributes', 'Attributes'],
  body: ['body', '_body', 'Body'],
  event: ['eventName', '_eventName', 'event_name', 'EventName'],
  time: [
    ...['timeUnixNano', 'hrTime', '_hrTime', 'timestamp', 'Timestamp'],
    ...['observedTimeUnixNano', 'hrTimeObserved', '_hrTimeObserved'],
    ...['observed_timestamp', 'ObservedTimestamp'],
  ],
} as const;

/** Fields that only log records have. */
const logFields = [
  ...['severityNumber', 'severity_number', 'Severity', 'hrTimeObserved', 'observed_timestamp'],
  ...paths.body,
  ...paths.event,
];

const isLog = (fields: Fields): boolean => logFields.some((name) => name in fields);

const attributesIn = (fields: Fields): unknown => {
  const value = pick(fields, paths.attributes);
  return typeof value === 'object' ? value : undefined;
};

/** The span's id; JavaScript's console exporter names it `id`, as many other records do. */
function spanIdOf(fields: Fields): string | null {
  const console = typeof fields['timestamp'] === 'number' && 'kind' in fields;
  return pickId(fields, console ? [...paths.span, 'id'] : paths.span);
}

/** True for a span, or for a log record written inside one. */
function isFlatRecord(value: unknown): boolean {
  const fields = fieldsOf(value);
  if (fields === null || pickId(fields, paths.trace) === null) return false;
  if (attributesIn(fields) === undefined && !hasColumns(fields)) return false;
  return spanIdOf(fields) !== null;
}

/** True for a metric, which SDKs write to the same file. */
function isFlatMetric(value: unknown): boolean {
  const fields = fieldsOf(value);
  const names = ['scopeMetrics', 'ScopeMetrics', 'resource_metrics', 'dataPoints', 'dataPointType'];
  return fields?.['type'] === 'metric' || names.some((name) => name in (fields ?? {}));
}

/** A span or a log record; null for anything else. */
function readFlat(value: unknown, at: number | string) {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  if (isLog(fields)) return { log: readLog(fields, at) };
  const span = isFlatRecord(fields) ? readSpan(fields, at) : null;
  return span && { span };
}

/** A span under the names that an SDK has for its fields; null without its ids. */
export function readSpan(fields: Fields, at: number | string): Span | null {
  const traceId = pickId(fields, paths.trace);
  const spanId = spanIdOf(fields);
  if (traceId === null || spanId === null) return null;
  const events = listOf(pick(fields, ['events', 'Events'])).flatMap(readEvent);
  const attributes = rowAttributes(fields, flatAttributes(attributesIn(fields)));
  return {
    at,
    traceId,
    spanId,
    parentId: pickId(fields, paths.parent),
    name: pickText(fields, ['name', 'Name']) ?? '',
    start: anyTime(pick(fields, paths.start)),
    attributes,
    resource: flatAttributes(pick(fields, paths.resource)),
    scope: pickText(fields, paths.scope) ?? '',
    events,
    failure: failureOf(statusOf(fields), attributes, events),
    left: ['droppedAttributesCount', 'droppedEventsCount', 'DroppedAttributes', 'DroppedEvents']
      .map((name) => numberOf(fields[name]) ?? 0)
      .reduce((sum, count) => sum + Math.max(0, Math.floor(count)), 0),
  };
}

/** The status with OTLP's names of its fields. */
function statusOf(fields: Fields): Fields {
  const status = fieldsOf(pick(fields, ['status', 'Status'])) ?? {};
  const code =
    pick(status, ['code', 'status_code', 'Code']) ?? pick(fields, ['status_code', 'statusCode']);
  return {
    code: typeof code === 'string' ? code.toUpperCase().replace(/^STATUSCODE\./, '') : code,
    message:
      pick(status, ['message', 'description', 'Description']) ?? pick(fields, ['status_message']),
  };
}

function readEvent(value: unknown): readonly SpanEvent[] {
  const event = fieldsOf(value);
  if (event === null) return [];
  return [
    {
      name: pickText(event, ['name', 'Name']) ?? '',
      time: anyTime(pick(event, ['time', 'timestamp', 'Time', 'timeUnixNano'])),
      attributes: flatAttributes(attributesIn(event)),
      body: undefined,
    },
  ];
}

function readLog(fields: Fields, at: number | string): LogRecord {
  const attributes = flatAttributes(attributesIn(fields));
  const body = pick(fields, paths.body);
  const otlp = fieldsOf(body);
  return {
    at,
    name: pickText(fields, paths.event) ?? textOf(attributes['event.name']) ?? '',
    time: anyTime(pick(fields, paths.time)),
    traceId: pickId(fields, paths.trace),
    spanId: pickId(fields, paths.span),
    attributes,
    body: otlp !== null && 'stringValue' in otlp ? anyValue(body) : goValue(body),
    resource: flatAttributes(pick(fields, paths.resource)),
    scope: pickText(fields, paths.scope) ?? '',
  };
}

const id = 'otel-spans';

/** Agent's name if neither span nor resource names one. */
const FRAMEWORK = 'OpenTelemetry';

/** Reads spans and log records, one a record. */
export const otelSpans = defineImporter({
  id,
  label: 'OpenTelemetry spans, one a line',
  source: 'OpenTelemetry',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => {
    const all = records.flatMap((record) => [record, ...listOf(record)]);
    // Gemini CLI writes its own events, with whole requests, beside its spans.
    return all.some(isFlatRecord) && !all.some((record) => geminiCliEvent(record) !== null);
  },
  start: (context) => new FlatReader(context, { format: id, agent: FRAMEWORK }),
});

class FlatReader extends SpanReader {
  record(value: Json, at: number | string): void {
    const read = readFlat(value, at);
    if (read === null) {
      const reason = isFlatMetric(value) ? 'metric' : 'neither a span nor a log record';
      this.context.receipt.drop(reason, at);
    } else if ('span' in read) this.table.span(read.span);
    else this.table.log(read.log);
  }
}
