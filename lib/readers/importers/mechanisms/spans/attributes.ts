import type { Json } from '@/lib/engine/session/schema';
import { fieldsOf, textOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

/** Placeholders of instrumentations that are configured not to record text. */
const hidden = new Set(['__REDACTED__', '<elided>', '<not serializable>', '[REDACTED]']);

/** Reads the attributes of a span, with JSON inside strings and numbers as text. */
export class Attributes {
  /** Names of the attributes with truncated JSON. */
  readonly cut = new Set<string>();

  constructor(private readonly fields: Fields) {}

  /** Names of all attributes. */
  get names(): readonly string[] {
    return Object.keys(this.fields);
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.value(name) !== undefined);
  }

  /** The attribute unchanged; undefined if it is absent or its text was redacted. */
  value(name: string): unknown {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    return value === null || (typeof value === 'string' && hidden.has(value)) ? undefined : value;
  }

  /** The first attribute that is a text. */
  text(...names: readonly string[]): string | null {
    for (const name of names) {
      const text = textOf(this.value(name));
      if (text !== null) return text;
    }
    return null;
  }

  /** The attribute; the text of an object or a list is parsed; truncated JSON stays text. */
  json(name: string): unknown {
    const value = this.value(name);
    if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
    const json = jsonIn(value);
    // JSON that ends with its bracket was not truncated: it is another notation.
    if (json === undefined && !/[\]}]\s*$/.test(value)) this.cut.add(name);
    return json ?? value;
  }

  /** The attribute as an object, parsed if it is text; null for anything else. */
  object(name: string): Fields | null {
    return fieldsOf(this.json(name));
  }

  /** The first attribute that is a number, or the digits of one. */
  number(...names: readonly string[]): number | null {
    for (const name of names) {
      const value = this.value(name);
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
      if (typeof number === 'number') return number;
    }
    return null;
  }
}

/** The counts of a usage record under the names of the GenAI convention. */
const countNames = {
  input: 'gen_ai.usage.input_tokens',
  output: 'gen_ai.usage.output_tokens',
  total: 'gen_ai.usage.total_tokens',
  read: 'gen_ai.usage.cache_read.input_tokens',
  write: 'gen_ai.usage.cache_creation.input_tokens',
} as const;

type Counts<T> = Readonly<Partial<Record<keyof typeof countNames, T>>>;

/**
 * A usage record (family `otel`, which distinguishes inclusive from exclusive cache counts) of the
 * counts that are numbers; null without any.
 */
export function otelUsage(counts: Counts<unknown>): Json {
  const found = Object.entries(countNames).flatMap(([count, name]) => {
    const value = counts[count as keyof typeof countNames];
    return typeof value === 'number' && Number.isFinite(value) ? [[name, value] as const] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** A span's usage, by the attributes of each count; the first one that is set counts. */
export const spanUsage = (attributes: Attributes, names: Counts<readonly string[]>): Json =>
  otelUsage(
    Object.fromEntries(
      Object.entries(names).map(([key, from]) => [key, attributes.number(...from)]),
    ),
  );

/** Most segments of a name that are split. */
const MAX_SEGMENTS = 20;

/**
 * The objects that were flattened into names: `llm.tools.0.tool.name` under `llm.tools.` is the
 * list `[{tool: {name}}]`. In order of their numbers, without gaps.
 */
export function unflattened(attributes: Attributes, prefix: string): readonly unknown[] {
  const pairs = attributes.names.flatMap((name) => {
    if (!name.startsWith(prefix)) return [];
    const value = attributes.value(name);
    const path = name.slice(prefix.length).split('.', MAX_SEGMENTS);
    return value === undefined ? [] : [{ path, value }];
  });
  return numbered(nested(pairs, 0)) ?? [];
}

interface Flat {
  readonly path: readonly string[];
  readonly value: unknown;
}

function nested(pairs: readonly Flat[], depth: number): Fields {
  const groups = new Map<string, Flat[]>();
  for (const pair of pairs) {
    const key = pair.path[depth] as string;
    const group = groups.get(key);
    if (group) group.push(pair);
    else groups.set(key, [pair]);
  }
  const entries = [...groups].map(([key, group]): [string, unknown] => {
    const deeper = group.filter(({ path }) => path.length > depth + 1);
    if (deeper.length === 0) return [key, group[0]?.value];
    const object = nested(deeper, depth + 1);
    return [key, numbered(object) ?? object];
  });
  return Object.fromEntries(entries);
}

/** An object whose keys are all numbers as a list; null for any other. */
function numbered(object: Fields): readonly unknown[] | null {
  const keys = Object.keys(object);
  if (keys.length === 0 || !keys.every((key) => /^\d{1,9}$/.test(key))) return null;
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => object[key]);
}
