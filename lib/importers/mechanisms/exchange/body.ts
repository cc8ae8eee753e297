import { fieldsOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

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
