import { timeIn } from '../mechanisms/exchange/time';
import { fieldsOf, listOf } from '../mechanisms/loose-json';
import { decoded } from '../mechanisms/messages/json-text';
import { EVERY, pathKey } from './path';

/** Most distinct paths of records, and their greatest depth. */
const MOST_PATHS = 300;
const DEPTH = 6;

/** Elements of a list that are examined. */
const ELEMENTS = 5;

/** Values kept of a path. */
const SAMPLES = 40;

/** The values under one path in the records of a head. */
export interface Shape {
  readonly path: string;
  /** The last field's name, in lower case without `_` and `-`. */
  readonly name: string;
  /** The name of the field around it, likewise; empty for a record's own. */
  readonly parent: string;
  readonly depth: number;
  /** Records that hold it. */
  readonly records: number;
  readonly values: readonly unknown[];
}

interface OpenShape extends Shape {
  records: number;
  readonly values: unknown[];
}

/** Every path of the records with its values; lists of objects as `*`. */
export function shapesOf(
  records: readonly unknown[],
  prefix: readonly string[] = [],
): readonly Shape[] {
  const shapes = new Map<string, OpenShape>();
  for (const record of records) {
    const seen = new Set<string>();
    walk(record, prefix, { shapes, seen });
  }
  return [...shapes.values()];
}

interface Walk {
  readonly shapes: Map<string, OpenShape>;
  readonly seen: Set<string>;
}

function walk(value: unknown, keys: readonly string[], found: Walk): void {
  if (keys.length > DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of (value as readonly unknown[]).slice(0, ELEMENTS)) {
      if (fieldsOf(item) !== null) walk(item, [...keys, EVERY], found);
    }
    return;
  }
  for (const [name, inner] of Object.entries(fieldsOf(value) ?? {})) {
    const path = [...keys, pathKey(name)];
    if (inner === null || inner === undefined) continue;
    note(path, inner, found);
    if (typeof inner === 'object') walk(inner, path, found);
  }
}

const bare = (name: string): string => name.toLowerCase().replace(/[_\-\s\\]/g, '');

function note(keys: readonly string[], value: unknown, { shapes, seen }: Walk): void {
  const path = keys.join('.');
  let shape = shapes.get(path);
  if (shape === undefined) {
    if (shapes.size >= MOST_PATHS) return;
    const name = bare(keys.at(-1) ?? '');
    const parent = bare(keys.at(-2) ?? '');
    shape = { path, name, parent, depth: keys.length, records: 0, values: [] };
    shapes.set(path, shape);
  }
  if (!seen.has(path)) {
    seen.add(path);
    shape.records++;
  }
  if (shape.values.length < SAMPLES) shape.values.push(value);
}

/** True if every value is a text or a number that can be a name. */
export const areNames = ({ values }: Shape): boolean =>
  values.every((value) =>
    typeof value === 'string' ? value !== '' && value.length <= 200 : typeof value === 'number',
  );

export const areTimes = ({ values }: Shape): boolean =>
  values.every((value) => timeIn(value) !== null);

export const areCounts = ({ values }: Shape): boolean =>
  values.every((value) =>
    typeof value === 'number'
      ? Number.isInteger(value) && value >= 0
      : /^\d{1,15}$/.test(String(value)),
  );

/** True if a value is a list of objects that look like messages, or JSON text of one. */
export const areMessages = ({ values }: Shape): boolean =>
  values.some((value) => {
    const list = listOf(decoded(value)).map(fieldsOf);
    return list.length > 0 && list.every((item) => item !== null && isMessage(item));
  });

const isMessage = (item: Readonly<Record<string, unknown>>): boolean =>
  (typeof item['role'] === 'string' || /^(human|ai|system|tool)$/.test(String(item['type']))) &&
  ['content', 'parts', 'tool_calls', 'text', 'data', 'kwargs'].some((name) => name in item);
