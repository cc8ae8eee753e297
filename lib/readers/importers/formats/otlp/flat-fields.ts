/**
 * Fields of spans and log records outside an OTLP envelope, in the spellings of the SDKs.
 */
import { parseTime } from '@/lib/engine/base/iso-time';
import { anyValue } from './any-value';
import { idText } from './identity';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { decoded } from '../../mechanisms/messages/json-text';

/**
 * https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces/extract-data-from-spans
 * Attributes of OpenInference in the forms in which Phoenix exports spans: columns named
 * `attributes.llm.model_name`, an object with dotted names, or nested objects; messages are lists of
 * objects. The convention's own form is one flat name for each value.
 */
/** Deepest nesting that is flattened. */
const DEPTH = 12;

const COLUMN = 'attributes.';

/** Span kinds of OpenInference; OpenTelemetry's own are not among them. */
const kinds =
  /^(?:LLM|CHAIN|AGENT|TOOL|RETRIEVER|RERANKER|EMBEDDING|GUARDRAIL|EVALUATOR|PROMPT|UNKNOWN)$/;

/** True for a row of a data frame, which has a column for each attribute. */
export const hasColumns = (row: Fields): boolean =>
  Object.keys(row).some((key) => key.startsWith(COLUMN));

/** A row's attributes: each value under its flat name, lists and objects also whole. */
export function rowAttributes(row: Fields, attributes: Fields): Fields {
  const found: [string, unknown][] = [];
  for (const [key, value] of Object.entries(row)) {
    if (key.startsWith(COLUMN)) flatten(key.slice(COLUMN.length), value, DEPTH, found);
  }
  for (const [key, value] of Object.entries(attributes)) flatten(key, value, DEPTH, found);
  const kind = row['span_kind'];
  if (typeof kind === 'string' && kinds.test(kind))
    found.unshift(['openinference.span.kind', kind]);
  return Object.fromEntries(found);
}

function flatten(name: string, value: unknown, depth: number, found: [string, unknown][]): void {
  if (value === null || value === undefined) return;
  const content = /^llm\.(?:in|out)put_messages$/.test(name) ? decoded(value) : value;
  found.push([name, content]);
  if (depth === 0) return;
  const items = Array.isArray(content) ? numbered(name, content) : fieldsOf(content);
  for (const [key, inner] of Object.entries(items ?? {})) {
    flatten(`${name}.${key}`, inner, depth - 1, found);
  }
}

/** Lists of objects whose conventions number them in the names of attributes. */
const NUMBERED = /^(?:llm|gen_ai\.(?:prompt|completion))\b/;

/** A list of objects of such a convention by their numbers; other lists stay whole. */
function numbered(name: string, list: unknown): Fields | null {
  const items = listOf(list);
  const flat = NUMBERED.test(name) && items.every((item) => fieldsOf(item) !== null);
  return flat ? Object.fromEntries(items.entries()) : null;
}

/**
 * The first of some paths that holds a value. `context.trace_id` is a column of that name (a data
 * frame's) or a field of the object `context`.
 */
export function pick(fields: Fields, paths: readonly string[]): unknown {
  for (const path of paths) {
    const own = fields[path];
    const dot = path.indexOf('.');
    const inner = dot < 0 ? null : fieldsOf(fields[path.slice(0, dot)]);
    const value = own ?? inner?.[path.slice(dot + 1)];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The first of some paths that holds a text. */
export const pickText = (fields: Fields, paths: readonly string[]): string | null =>
  textOf(pick(fields, paths));

/** A trace or span id; Python's SDK writes them as hexadecimal numbers. */
export function pickId(fields: Fields, paths: readonly string[]): string | null {
  const text = pickText(fields, paths);
  return text === null ? null : idText(text.replace(/^0x/, ''));
}

/** Units of time: the number that each has in 2001 (the next larger one has it in 33658), and a millisecond of it. */
const UNITS = [
  { least: 1e18, millisecond: 1e6 },
  { least: 1e15, millisecond: 1e3 },
  { least: 1e12, millisecond: 1 },
] as const;

const SECONDS_IN_2001 = 1e9;

/**
 * Milliseconds since 1970 of a time: seconds and nanoseconds in a list, ISO text, or a number of
 * seconds, milliseconds, microseconds or nanoseconds, distinguished by its size. Null if missing.
 */
export function anyTime(value: unknown): number | null {
  if (Array.isArray(value)) {
    const [seconds, nanos] = listOf(value);
    const whole = typeof seconds === 'number' ? seconds * 1e3 : NaN;
    return valid(typeof nanos === 'number' ? whole + nanos / 1e6 : NaN);
  }
  if (typeof value === 'string') {
    return /^\d{9,20}$/.test(value) ? anyTime(Number(value)) : valid(parseTime(value));
  }
  if (typeof value !== 'number') return null;
  const unit = UNITS.find(({ least }) => value >= least);
  if (unit !== undefined) return valid(value / unit.millisecond);
  return value >= SECONDS_IN_2001 ? valid(value * 1e3) : null;
}

/** The latest time in ISO text, in milliseconds. */
const MAX_MILLISECONDS = 8.64e15;

const valid = (time: number): number | null => (time > 0 && time <= MAX_MILLISECONDS ? time : null);

/**
 * Attributes as an object: they are one, or a list of OTLP's `{key, value}`, of Go's
 * `{Key, Value: {Type, Value}}` or of pairs (JavaScript's resources).
 */
export function flatAttributes(value: unknown): Fields {
  const plain = fieldsOf(value);
  if (plain !== null) return plain;
  const entries = listOf(value).flatMap((item): readonly (readonly [string, unknown])[] => {
    if (Array.isArray(item)) return typeof item[0] === 'string' ? [[item[0], item[1]]] : [];
    const pair = fieldsOf(item);
    const key = textOf(pair?.['key'] ?? pair?.['Key']);
    if (pair === null || key === null) return [];
    const held = 'Value' in pair ? goValue(pair['Value']) : anyValue(pair['value']);
    return held === undefined ? [] : [[key, held]];
  });
  return Object.fromEntries(entries);
}

/** A value of Go's SDK: `{Type: 'STRING', Value: 'text'}`. */
export const goValue = (value: unknown): unknown => {
  const fields = fieldsOf(value);
  return fields !== null && 'Type' in fields ? fields['Value'] : value;
};
