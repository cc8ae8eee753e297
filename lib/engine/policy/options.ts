/** Settings of a system as its users write them: code, configuration files, environment. */

/** Languages of a snippet, as highlighters call them. */
export type OptionLanguage =
  | 'csharp'
  | 'diff'
  | 'go'
  | 'java'
  | 'json'
  | 'kotlin'
  | 'python'
  | 'sh'
  | 'toml'
  | 'typescript'
  | 'yaml';

/** A piece of configuration or code that brings settings into effect. */
export interface OptionSnippet {
  /** Name of the place, for a tab: "Go", "settings.json". */
  readonly target: string;
  readonly language: OptionLanguage;
  /** File that it goes into; null where that is the user's own code. */
  readonly file: string | null;
  readonly code: string;
  /** A setting any user has, or a change of the system's source. */
  readonly by: 'setting' | 'patch';
  /** Settings that it brings into effect. */
  readonly sets: readonly string[];
  /** Remarks, a sentence each. */
  readonly notes: readonly string[];
}

/** What a policy says of its options. */
export interface OwnOptions {
  /** What a user would write, the usual way first; empty where the system has no settings. */
  readonly snippets: readonly OptionSnippet[];
  /** Settings that no snippet sets: a sentence each on where the system has them. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** A snippet of JSON, indented by two. */
export const jsonSnippet = (
  place: Pick<OptionSnippet, 'target' | 'file' | 'sets'>,
  value: unknown,
  notes: readonly string[] = [],
): OptionSnippet => ({
  ...place,
  language: 'json',
  by: 'setting',
  code: `${JSON.stringify(value, null, 2)}\n`,
  notes,
});

/** A snippet of lines: the user's own code where no file is named. */
export const codeSnippet = (
  place: Pick<OptionSnippet, 'target' | 'language' | 'sets'> & { readonly file?: string },
  lines: readonly string[],
  notes: readonly string[] = [],
): OptionSnippet => ({
  file: null,
  ...place,
  by: 'setting',
  code: lines.map((line) => `${line}\n`).join(''),
  notes,
});

/** Keys of an object whose condition holds, as in `{ reserved: 5 }` or `{}`. */
export const when = <T extends object>(condition: boolean, fields: T): Partial<T> =>
  condition ? fields : {};

/** 200000 → "200_000", as Go, Python, Java and TypeScript read it. */
export function literal(value: number): string {
  const digits = String(value);
  return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, '_') : digits;
}
