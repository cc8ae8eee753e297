/** Kinds of names that texts are searched for. A name has the kind of its first mention. */
export const nameKinds = [
  'path',
  'url',
  'identifier',
  'hash',
  'quoted',
  'number',
  /** A whole argument of a call: a command, a pattern. */
  'target',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** Most UTF-16 units of a path or address, and of any other name; longer ones are data. */
export const MOST_PATH = 400;
export const MOST_NAME = 160;
