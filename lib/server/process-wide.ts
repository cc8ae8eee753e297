const slots = globalThis as typeof globalThis & { highwater?: Map<string, unknown> };

/** One value per process, made at first use. */
export interface ProcessWide<T> {
  (): T;
  /** The value if it was made. */
  readonly known: () => T | undefined;
  /** Forgets the value: the next call makes it again. */
  readonly drop: () => void;
}

/** The process's value of a name: bundles of one server share `globalThis`, not their modules. */
export function processWide<T>(name: string, make: () => T): ProcessWide<T> {
  const values = (slots.highwater ??= new Map());
  const known = (): T | undefined => values.get(name) as T | undefined;
  const value = (): T => {
    if (!values.has(name)) values.set(name, make());
    return values.get(name) as T;
  };
  return Object.assign(value, { known, drop: () => void values.delete(name) });
}
