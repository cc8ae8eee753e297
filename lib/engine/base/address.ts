/** What a page keeps in its address: declared once, read and written by the declaration. */

/** What is used of a `URLSearchParams`: the engine knows no browser. */
export interface AddressQuery {
  get(name: string): string | null;
  getAll(name: string): string[];
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  delete(name: string): void;
  toString(): string;
}

/** How a value is written as the text of one name. */
export interface Codec<T> {
  /** The value; undefined for a text that is none. */
  readonly parse: (text: string) => T | undefined;
  readonly format: (value: T) => string;
  /** Why a text is left out: "not one of step, turn". */
  readonly fault: string;
}

/** Called for each text that is left out, with its name and the reason. */
export type LeftOut = (name: string, text: string, why: string) => void;

/** A part of a view, and the names of an address that hold it. */
export interface Parameter<T> {
  readonly names: readonly string[];
  /** Never throws: what is not named, or is left out, has its initial value. */
  readonly read: (params: AddressQuery, leftOut: LeftOut) => T;
  /** Replaces what the names hold; an initial value has no name. */
  readonly write: (value: T, params: AddressQuery) => void;
}

/** A name with one text; what is written as the initial value is has none. */
export function single<T>(name: string, one: Codec<T>, initial: T): Parameter<T> {
  const usual = one.format(initial);
  return named(name, one, initial, (value) => {
    const text = one.format(value);
    return text === usual ? null : text;
  });
}

/** A name with one text or, for null, none; what is written as the initial value is has none either. */
export function optional<T>(
  name: string,
  one: Codec<T>,
  initial: T | null = null,
): Parameter<T | null> {
  const usual = initial === null ? null : one.format(initial);
  return named<T | null>(name, one, initial, (value) => {
    const text = value === null ? null : one.format(value);
    return text === usual ? null : text;
  });
}

function named<T>(
  name: string,
  { parse, fault }: Pick<Codec<T>, 'parse' | 'fault'>,
  initial: T,
  textOf: (value: T) => string | null,
): Parameter<T> {
  return {
    names: [name],
    read: (params, leftOut) => {
      const text = params.get(name);
      if (text === null) return initial;
      const value = parse(text);
      if (value === undefined) leftOut(name, text, fault);
      return value ?? initial;
    },
    write: (value, params) => {
      const text = textOf(value);
      if (text === null) params.delete(name);
      else params.set(name, text);
    },
  };
}

/** How a name that may stand several times is read and written. */
interface Repetition<T> {
  readonly initial: T;
  /** The value with one more text; the value before where it says why the text is left out. */
  readonly add: (before: T, text: string, leftOut: (why: string) => void) => T;
  readonly format: (value: T) => readonly string[];
}

/** A name that may stand several times, in the order of its texts. */
export const repeated = <T>(
  name: string,
  { initial, add, format }: Repetition<T>,
): Parameter<T> => ({
  names: [name],
  read: (params, leftOut) =>
    params
      .getAll(name)
      .reduce((before, text) => add(before, text, (why) => leftOut(name, text, why)), initial),
  write: (value, params) => {
    params.delete(name);
    for (const text of format(value)) params.append(name, text);
  },
});

/** Parts of a view under its keys, read and written in their order. */
export function group<View extends object>(parts: {
  readonly [Key in keyof View]: Parameter<View[Key]>;
}): Parameter<View> {
  const keys = Object.keys(parts) as (keyof View)[];
  return {
    names: keys.flatMap((key) => parts[key].names),
    read: (params, leftOut) =>
      Object.fromEntries(keys.map((key) => [key, parts[key].read(params, leftOut)])) as View,
    write: (view, params) => {
      for (const key of keys) parts[key].write(view[key], params);
    },
  };
}

/** A list that a sentence for each text that is left out is added to. */
export const noticesInto =
  (notices: string[]): LeftOut =>
  (name, text, why) =>
    void notices.push(`${name}=${text} was left out: ${why}.`);

/** For pages that say nothing of what they leave out. */
export const silently: LeftOut = () => undefined;

/** A codec whose values `String` writes as they are read, or `format`. */
export const codec = <T>(
  fault: string,
  parse: (text: string) => T | undefined,
  format: (value: T) => string = String,
): Codec<T> => ({ parse, format, fault });

/** Any text. */
export const anyText = codec<string>('', String);

/** One of some names. */
export const oneOf = <Name extends string>(
  names: readonly Name[],
  fault = `not one of ${names.join(', ')}`,
): Codec<Name> => codec(fault, (text) => names.find((name) => name === text));

/** A whole number below a bound, in at most nine digits. */
export const indexBelow = (bound: number, fault: string): Codec<number> =>
  codec(fault, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) < bound ? Number(text) : undefined,
  );

/** "3-40": two indexes below a bound, the first the smaller. */
export const rangeBelow = (
  bound: number,
  fault: string,
): Codec<{ readonly from: number; readonly to: number }> =>
  codec(
    fault,
    (text) => {
      const [, from = NaN, to = NaN] = (/^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []).map(Number);
      return from < to && to < bound ? { from, to } : undefined;
    },
    ({ from, to }) => `${from}-${to}`,
  );

/** A query with its question mark; empty without a name. */
export function queryOf(params: AddressQuery): string {
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
