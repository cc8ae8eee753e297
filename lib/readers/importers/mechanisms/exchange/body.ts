import { fieldsOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...alphabet].map((symbol, value) => [symbol.charCodeAt(0), value]));
values.set('-'.charCodeAt(0), 62);
values.set('_'.charCodeAt(0), 63);

/** Units joined at once; more arguments than this overflow some stacks. */
const CHUNK = 8192;

/** UTF-8 text in base64, without a host decoder; broken sequences become U+FFFD. */
export const base64Text = (data: string): string => utf8Text(base64Bytes(data));

/** The bytes of base64 in either alphabet; other signs are skipped. */
export function base64Bytes(data: string): readonly number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let i = 0; i < data.length; i++) {
    const value = values.get(data.charCodeAt(i));
    if (value === undefined) continue;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
    bits &= (1 << held) - 1;
  }
  return bytes;
}

function utf8Text(bytes: readonly number[]): string {
  const pieces: string[] = [];
  let points: number[] = [];
  for (let i = 0; i < bytes.length;) {
    const [point, length] = codePointAt(bytes, i);
    points.push(point);
    i += length;
    if (points.length < CHUNK) continue;
    pieces.push(String.fromCodePoint(...points));
    points = [];
  }
  return pieces.join('') + String.fromCodePoint(...points);
}

/** The code point that begins at `at`, and its bytes. */
function codePointAt(bytes: readonly number[], at: number): readonly [number, number] {
  const first = bytes[at] as number;
  if (first < 0x80) return [first, 1];
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let point = first & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i];
    if (next === undefined || next >> 6 !== 2) return [0xfffd, 1];
    point = (point << 6) | (next & 0x3f);
  }
  return first < 0xc2 || point > 0x10ffff ? [0xfffd, 1] : [point, length];
}

/** A request's or a response's body: one object, the events of a stream, or other text. */
export interface Body {
  readonly fields: Fields | null;
  /** Data of a stream's events, in order; empty if the body is not a stream. */
  readonly events: readonly Fields[];
  readonly text: string | null;
}

/** A body that is not in the log. */
export const NOTHING: Body = { fields: null, events: [], text: null };

/** Reads a body: an object, JSON text, server-sent events as text, or a list of a stream's chunks. */
export function readBody(value: unknown): Body {
  if (typeof value === 'string') return readText(value);
  if (Array.isArray(value)) return { fields: null, events: value.flatMap(eventData), text: null };
  const fields = fieldsOf(value);
  return fields === null ? NOTHING : { fields, events: [], text: null };
}

function readText(text: string): Body {
  const value = jsonIn(text);
  if (typeof value === 'object' && value !== null) {
    const { fields, events } = readBody(value);
    return { fields, events, text };
  }
  const events = readEvents(text);
  return { fields: null, events, text: text === '' ? null : text };
}

/** An event in a logger's form: its data, or `{event, data}` with the data as object or text. */
function eventData(item: unknown): readonly Fields[] {
  const fields = fieldsOf(typeof item === 'string' ? jsonIn(item) : item);
  if (fields === null) return [];
  if (!('data' in fields) || 'choices' in fields || 'type' in fields) return [fields];
  const data = fields['data'];
  const inner = fieldsOf(typeof data === 'string' ? jsonIn(data) : data);
  return inner === null ? [] : [inner];
}

/** The JSON data of server-sent events; anything else (`[DONE]`, a cut end) is left out. */
function readEvents(text: string): readonly Fields[] {
  if (!/^\s*(data|event|id|retry|:)/.test(text.slice(0, 200))) return [];
  const events: Fields[] = [];
  for (const block of text.split(/\r?\n\r?\n/)) {
    const data = block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []));
    const fields = fieldsOf(jsonIn(data.join('\n')));
    if (fields !== null) events.push(fields);
  }
  return events;
}

/** Names that loggers use for a message's body beside its headers and status. */
const bodyNames = ['body', 'body_raw', 'bodyRaw', 'raw_body', 'events', 'chunks'] as const;

/** True if the fields are an HTTP message around a body, not the body itself. */
export const isWrapped = (fields: Fields): boolean =>
  bodyNames.some((name) => name in fields) || 'status_code' in fields || 'statusCode' in fields;

/** The body inside a logged HTTP message, or the value itself. */
export function readWrapped(value: unknown): Body {
  const fields = fieldsOf(value);
  if (fields === null || !isWrapped(fields)) return readBody(value);
  for (const name of bodyNames) {
    const inner = fields[name];
    if (inner === undefined || inner === null || inner === '') continue;
    return readBody(inner);
  }
  return NOTHING;
}
