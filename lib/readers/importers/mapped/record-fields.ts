import type { Json } from '@/lib/engine/session/schema';
import type { UsageFamily } from '@/lib/engine/tokens/usage/normalize-usage';
import { timeIn } from '../mechanisms/exchange/time';
import { fieldsOf, type At } from '../mechanisms/loose-json';
import { decoded, plain } from '../mechanisms/messages/json-text';
import type { MappedField, Mapping } from './mapping';
import { find, first, parsePath, pathKey, EVERY, type PathMatch, type Path } from './path';

/** A mapping whose paths are parsed. */
export interface MappingPlan {
  readonly mapping: Mapping;
  readonly records: readonly string[];
  readonly paths: ReadonlyMap<MappedField, Path>;
}

export function planOf(mapping: Mapping): MappingPlan {
  const paths = Object.entries(mapping.fields).flatMap(([field, text]) =>
    text === undefined ? [] : [[field as MappedField, parsePath(text)] as const],
  );
  return { mapping, records: parsePath(mapping.records).keys, paths: new Map(paths) };
}

/** Decimal text of a whole number, as exports of 64-bit counts write it. */
const DIGITS = /^\d{1,15}$/;

/** One record and the values a mapping finds in it. Never throws, for any type of value. */
export class RecordFields {
  /** The record itself. */
  readonly value: unknown;
  readonly #bound: readonly string[];

  constructor(
    readonly plan: MappingPlan,
    private readonly root: unknown,
    { value, bound }: PathMatch,
    readonly at: At,
  ) {
    this.value = value;
    this.#bound = bound;
  }

  /** Every value under the path of a field, with the keys its wildcards matched. */
  all(field: MappedField): readonly PathMatch[] {
    const path = this.plan.paths.get(field);
    if (path === undefined) return [];
    if (!path.absolute) return find(this.value, path.keys);
    return find(this.root, path.keys, this.#given(path));
  }

  /** The value of a field; undefined if it is absent or null. */
  one(field: MappedField): unknown {
    const path = this.plan.paths.get(field);
    if (path === undefined) return undefined;
    const value = path.absolute
      ? first(this.root, path.keys, this.#given(path))
      : first(this.value, path.keys);
    return value ?? undefined;
  }

  /** A name: non-empty text, or a number as text. */
  name(field: MappedField): string | null {
    const value = this.one(field);
    if (typeof value === 'string') return value === '' ? null : value.slice(0, 500);
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
  }

  /** Milliseconds since 1970; null without a time. */
  time(): number | null {
    return timeIn(this.one('time'));
  }

  /** Error of the call; null if it succeeded. */
  error(): string | null {
    const value = this.one('error');
    if (value === undefined || value === false || value === '' || value === 0) return null;
    if (typeof value === 'string') return fine.test(value) ? null : value;
    if (typeof value === 'number') return value < 400 ? null : `status ${value}`;
    const message = fieldsOf(value)?.['message'];
    return typeof message === 'string' ? message : (JSON.stringify(plain(value)) ?? 'error');
  }

  /**
   * The usage record: the mapped one unchanged, or one made of the mapped counts, with field names
   * that include or exclude the cache as the mapping says.
   */
  usage(): { readonly usage: Json; readonly family?: UsageFamily } {
    const [input, read, write, output] = (
      ['input', 'cachedRead', 'cacheWrite', 'outputTokens'] as const
    ).map((field) => countIn(this.one(field)));
    if (input === undefined) {
      const whole = plain(decoded(this.one('usage')) ?? null);
      return { usage: fieldsOf(whole) === null ? null : whole };
    }
    const { inputIncludesCache } = this.plan.mapping;
    const names = inputIncludesCache ? inclusive : exclusive;
    const counts = [input, read, write, output];
    const pairs = names.flatMap((name, i): [string, Json][] => {
      const count = counts[i];
      return count === undefined ? [] : [[name, count]];
    });
    return { usage: Object.fromEntries(pairs), family: inputIncludesCache ? 'otel' : 'anthropic' };
  }

  /** The keys of the wildcards of an absolute path on the way to the record. */
  #given({ keys }: Path): readonly string[] {
    const { records } = this.plan;
    let same = 0;
    while (same < keys.length && keys[same] === records[same]) same++;
    return this.#bound.slice(0, keys.slice(0, same).filter((key) => key === EVERY).length);
  }
}

/** States of successful calls. */
const fine = /^(ok|okay|success(ful)?|succeeded|complete[d]?|done|stop|none|null|false|200)$/i;

const inclusive = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.output_tokens',
] as const;
const exclusive = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'output_tokens',
] as const;

function countIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && DIGITS.test(value) ? Number(value) : undefined;
}

/** The records in a line, an element or a document, each with its place. */
export function* recordsIn(
  plan: MappingPlan,
  root: unknown,
  at: At,
): Generator<RecordFields, void, void> {
  if (plan.records.length === 0) {
    yield new RecordFields(plan, root, { value: root, bound: [] }, at);
    return;
  }
  const split = plan.records.indexOf(EVERY);
  if (split < 0) {
    const value = first(root, plan.records);
    if (value !== undefined) yield new RecordFields(plan, root, { value, bound: [] }, at);
    return;
  }
  // One outer element after the other: a path finds a limited number of values at once.
  const outer = first(root, plan.records.slice(0, split));
  const keys = Array.isArray(outer) ? outer.keys() : Object.keys(fieldsOf(outer) ?? {});
  for (const key of keys) {
    for (const found of find(root, plan.records, [String(key)])) {
      yield new RecordFields(plan, root, found, placeOf(plan.records, found.bound, at));
    }
  }
}

function placeOf(keys: readonly string[], bound: readonly string[], at: At): string {
  let wildcards = 0;
  const steps = keys.map((key) => {
    if (key !== EVERY) return `.${pathKey(key)}`;
    const name = bound[wildcards++] ?? '';
    return /^\d+$/.test(name) ? `[${name}]` : `.${name.slice(0, 60)}`;
  });
  return `${typeof at === 'number' ? `line ${at}: $` : at}${steps.join('')}`;
}
