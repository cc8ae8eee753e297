// https://github.com/open-telemetry/opentelemetry-proto (Apache-2.0): field numbers and names only

/** Wire types of a field's value, except of messages (2). */
const WIRE = {
  string: 2,
  id: 2,
  bytes: 2,
  bool: 0,
  uint32: 0,
  enum: 0,
  int64: 0,
  double: 1,
  fixed32: 5,
  fixed64: 1,
} as const;

/** Encodings of a field's value, except messages. */
export type Scalar = keyof typeof WIRE;

/** One field of a message: its name in JSON and its encoding. */
type Field = {
  readonly name: string;
  /** Wire type: 0 varint, 1 eight bytes, 2 length and bytes, 5 four bytes. */
  readonly wire: number;
  readonly repeated?: boolean;
} & (
  | { readonly scalar: Scalar; readonly message?: undefined }
  | {
      readonly message: () => Message;
      /** True if messages of this field may contain their own kind. */
      readonly nests?: boolean;
    }
);

/** A message's fields by their numbers. */
export type Message = Readonly<Record<number, Field>>;

const scalar = (name: string, kind: Scalar): Field => ({ name, wire: WIRE[kind], scalar: kind });
const one = (name: string, message: () => Message): Field => ({ name, wire: 2, message });
const many = (name: string, message: () => Message): Field => ({
  ...one(name, message),
  repeated: true,
});

const ANY_VALUE: Message = {
  1: scalar('stringValue', 'string'),
  2: scalar('boolValue', 'bool'),
  3: scalar('intValue', 'int64'),
  4: scalar('doubleValue', 'double'),
  5: { name: 'arrayValue', wire: 2, message: () => ARRAY_VALUE, nests: true },
  6: { name: 'kvlistValue', wire: 2, message: () => KEY_VALUE_LIST, nests: true },
  7: scalar('bytesValue', 'bytes'),
};

const ARRAY_VALUE: Message = { 1: many('values', () => ANY_VALUE) };

const KEY_VALUE: Message = {
  1: scalar('key', 'string'),
  2: one('value', () => ANY_VALUE),
};

const KEY_VALUE_LIST: Message = { 1: many('values', () => KEY_VALUE) };

const attributes = many('attributes', () => KEY_VALUE);
const droppedAttributes = scalar('droppedAttributesCount', 'uint32');

const RESOURCE: Message = { 1: attributes, 2: droppedAttributes };

const SCOPE: Message = {
  1: scalar('name', 'string'),
  2: scalar('version', 'string'),
  3: attributes,
  4: droppedAttributes,
};

const SPAN_EVENT: Message = {
  1: scalar('timeUnixNano', 'fixed64'),
  2: scalar('name', 'string'),
  3: attributes,
  4: droppedAttributes,
};

const SPAN_LINK: Message = {
  1: scalar('traceId', 'id'),
  2: scalar('spanId', 'id'),
  3: scalar('traceState', 'string'),
  4: attributes,
  5: droppedAttributes,
  6: scalar('flags', 'fixed32'),
};

const STATUS: Message = { 2: scalar('message', 'string'), 3: scalar('code', 'enum') };

const SPAN: Message = {
  1: scalar('traceId', 'id'),
  2: scalar('spanId', 'id'),
  3: scalar('traceState', 'string'),
  4: scalar('parentSpanId', 'id'),
  5: scalar('name', 'string'),
  6: scalar('kind', 'enum'),
  7: scalar('startTimeUnixNano', 'fixed64'),
  8: scalar('endTimeUnixNano', 'fixed64'),
  9: attributes,
  10: droppedAttributes,
  11: many('events', () => SPAN_EVENT),
  12: scalar('droppedEventsCount', 'uint32'),
  13: many('links', () => SPAN_LINK),
  14: scalar('droppedLinksCount', 'uint32'),
  15: one('status', () => STATUS),
  16: scalar('flags', 'fixed32'),
};

const LOG_RECORD: Message = {
  1: scalar('timeUnixNano', 'fixed64'),
  2: scalar('severityNumber', 'enum'),
  3: scalar('severityText', 'string'),
  5: one('body', () => ANY_VALUE),
  6: attributes,
  7: droppedAttributes,
  8: scalar('flags', 'fixed32'),
  9: scalar('traceId', 'id'),
  10: scalar('spanId', 'id'),
  11: scalar('observedTimeUnixNano', 'fixed64'),
  12: scalar('eventName', 'string'),
};

const SCOPE_SPANS: Message = {
  1: one('scope', () => SCOPE),
  2: many('spans', () => SPAN),
  3: scalar('schemaUrl', 'string'),
};

const SCOPE_LOGS: Message = {
  1: one('scope', () => SCOPE),
  2: many('logRecords', () => LOG_RECORD),
  3: scalar('schemaUrl', 'string'),
};

const RESOURCE_SPANS: Message = {
  1: one('resource', () => RESOURCE),
  2: many('scopeSpans', () => SCOPE_SPANS),
  3: scalar('schemaUrl', 'string'),
};

const RESOURCE_LOGS: Message = {
  1: one('resource', () => RESOURCE),
  2: many('scopeLogs', () => SCOPE_LOGS),
  3: scalar('schemaUrl', 'string'),
};

/** `TracesData`; the request of the collector's trace service has the same fields. */
export const TRACES_DATA: Message = { 1: many('resourceSpans', () => RESOURCE_SPANS) };

/** `LogsData`; the request of the collector's logs service has the same fields. */
export const LOGS_DATA: Message = { 1: many('resourceLogs', () => RESOURCE_LOGS) };
