// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
import { createHash } from 'node:crypto';
import { fieldsOf, listOf, type Fields } from '@/lib/readers/importers/mechanisms/loose-json';
import { attributesOf } from '@/lib/readers/importers/formats/otlp/any-value';
import { conversationIn } from '@/lib/readers/importers/mechanisms/spans/conversation';
import { idText } from '@/lib/readers/importers/formats/otlp/identity';
import { either } from '@/lib/readers/importers/formats/otlp/payload';
import type { OtlpRejection, OtlpSignal } from './otlp-answer';

/** One span or log record of a payload. */
export interface OtlpArrival {
  /** Trace and span id; for a log record a hash of its content. */
  readonly id: string;
  /** Trace id; for a log record without one its conversation. */
  readonly traceId: string;
  readonly kind: 'span' | 'log';
  /** Conversation in its attributes. */
  readonly conversation: string | null;
  /** JSON of an OTLP payload with this record only. */
  readonly payload: string;
}

/** Accepted and rejected records of a payload. */
interface OtlpArrivals {
  readonly arrivals: readonly OtlpArrival[];
  readonly rejected: OtlpRejection | null;
}

/** Longest name of a conversation in characters; longer ones are cut. */
const MAX_NAME = 200;

/** Splits an OTLP payload into records; null if it is not of this signal. */
export function splitPayload(payload: unknown, signal: OtlpSignal): OtlpArrivals | null {
  const fields = fieldsOf(payload);
  if (fields === null) return null;
  const [camel, snake] = NAMES[signal].resources;
  const resources = either(fields, camel, snake);
  if (resources === undefined && Object.keys(fields).length > 0) return null;
  if (resources !== undefined && !Array.isArray(resources)) return null;
  const arrivals: OtlpArrival[] = [];
  let nameless = 0;
  for (const { resource, scope, record } of recordsOf(resources, signal)) {
    const arrival = arrivalOf(record, resource, scope, signal);
    if (arrival === null) nameless++;
    else arrivals.push(arrival);
  }
  const rejected = nameless === 0 ? null : { records: nameless, message: NAMES[signal].nameless };
  return { arrivals, rejected };
}

/** Names of a signal's lists in camelCase and snake_case. */
interface SignalNames {
  readonly resources: readonly [string, string];
  readonly scopes: readonly [string, string];
  readonly records: readonly [string, string];
  /** Reason for rejecting records without an identity. */
  readonly nameless: string;
}

const NAMES: Readonly<Record<OtlpSignal, SignalNames>> = {
  traces: {
    resources: ['resourceSpans', 'resource_spans'],
    scopes: ['scopeSpans', 'scope_spans'],
    records: ['spans', 'spans'],
    nameless: 'Spans without a trace id and a span id were rejected.',
  },
  logs: {
    resources: ['resourceLogs', 'resource_logs'],
    scopes: ['scopeLogs', 'scope_logs'],
    records: ['logRecords', 'log_records'],
    nameless: 'Log records that name neither a trace nor a conversation were not taken.',
  },
};

interface ScopedRecord {
  readonly resource: unknown;
  readonly scope: unknown;
  readonly record: unknown;
}

function* recordsOf(resources: unknown, signal: OtlpSignal): Generator<ScopedRecord> {
  const { scopes, records } = NAMES[signal];
  for (const group of listOf(resources)) {
    const { resource, ...rest } = fieldsOf(group) ?? {};
    for (const part of listOf(either(rest, ...scopes))) {
      const { scope, ...inner } = fieldsOf(part) ?? {};
      for (const record of listOf(either(inner, ...records))) yield { resource, scope, record };
    }
  }
}

function arrivalOf(
  record: unknown,
  resource: unknown,
  scope: unknown,
  signal: OtlpSignal,
): OtlpArrival | null {
  const fields = fieldsOf(record);
  if (fields === null) return null;
  const conversation =
    conversationIn(attributesOf(fields['attributes'])) ??
    conversationIn(attributesOf(fieldsOf(resource)?.['attributes']));
  const name = conversation?.slice(0, MAX_NAME) ?? null;
  const traceId = idText(either(fields, 'traceId', 'trace_id'));
  const payload = JSON.stringify(wrapped(fields, resource, scope, signal));
  if (signal === 'traces') {
    const spanId = idText(either(fields, 'spanId', 'span_id'));
    if (traceId === null || spanId === null) return null;
    return { id: `${traceId}/${spanId}`, traceId, kind: 'span', conversation: name, payload };
  }
  const belongsTo = traceId ?? (name === null ? null : `conversation/${name}`);
  if (belongsTo === null) return null;
  const id = `log/${createHash('sha256').update(payload).digest('hex')}`;
  return { id, traceId: belongsTo, kind: 'log', conversation: name, payload };
}

function wrapped(record: Fields, resource: unknown, scope: unknown, signal: OtlpSignal): object {
  const { resources, scopes, records } = NAMES[signal];
  return { [resources[0]]: [{ resource, [scopes[0]]: [{ scope, [records[0]]: [record] }] }] };
}
