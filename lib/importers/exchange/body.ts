import { isPlainJson } from '@/lib/base/json-depth';
import { fieldsOf, listOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

/** A request's or a response's body: one object, the events of a stream, or a text that is neither. */
export interface Body {
  readonly fields: Fields | null;
  /** Data of a stream's events, in order; empty where the body is no stream. */
  readonly events: readonly Fields[];
  readonly text: string | null;
}

const NOTHING: Body = { fields: null, events: [], text: null };

/** Reads a body: an object, JSON text, server-sent events as text, or a list of a stream's chunks. */
export function readBody(value: unknown): Body {
  if (typeof value === 'string') return readText(value);
  if (Array.isArray(value)) return { ...NOTHING, events: value.flatMap(eventData) };
  const fields = fieldsOf(value);
  return fields === null ? NOTHING : { ...NOTHING, fields };
}

function readText(text: string): Body {
  const value = jsonIn(text);
  if (typeof value === 'object' && value !== null) return { ...readBody(value), text };
  const events = readEvents(text);
  return { fields: null, events, text: text === '' ? null : text };
}

/** An event as loggers keep it: its data, or `{event, data}` with the data as object or text. */
function eventData(item: unknown): readonly Fields[] {
  const fields = fieldsOf(typeof item === 'string' ? jsonIn(item) : item);
  if (fields === null) return [];
  if (!('data' in fields) || 'choices' in fields || 'type' in fields) return [fields];
  const data = fields['data'];
  const inner = fieldsOf(typeof data === 'string' ? jsonIn(data) : data);
  return inner === null ? [] : [inner];
}

/** The JSON data of server-sent events; what is no JSON (`[DONE]`, a cut end) is left out. */
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

/** Names under which loggers keep a message's body beside its headers and status. */
const bodyNames = ['body', 'body_raw', 'bodyRaw', 'raw_body', 'events', 'chunks'] as const;

/** True where the fields are an HTTP message around a body, not the body itself. */
export const isWrapped = (fields: Fields): boolean =>
  bodyNames.some((name) => name in fields) || 'status_code' in fields || 'statusCode' in fields;

/** The body inside an HTTP message as a logger keeps it, or the value itself. */
export function readWrapped(value: unknown): Body {
  const fields = fieldsOf(value);
  if (fields === null || !isWrapped(fields)) return readBody(value);
  for (const name of bodyNames) {
    const inner = fields[name];
    if (inner === undefined || inner === null || inner === '') continue;
    if (Array.isArray(inner)) return readBody(listOf(inner));
    return readBody(inner);
  }
  return NOTHING;
}

/** True where the value can be stored: not nested too deep, no number beyond range. */
export const isReadable = (value: unknown): boolean => isPlainJson(value);
