/** Words that a YAML reader, of any version, takes for something other than text. */
const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i;
const PLAIN = /^[A-Za-z][\w@/-]*(?:[ .][\w@/-]+)*$/;
/** Characters that JSON leaves as they are and YAML forbids, or takes for a line's end. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const hex = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

const text = (value: string): string =>
  PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value).replaceAll(UNSAFE, hex);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Lines of a value; the first belongs behind "key:" or "-" where the value is a scalar. */
function linesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [text(value)];
  if (typeof value !== 'object' || value === null || isEmpty(value)) {
    return [JSON.stringify(value ?? null)];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const [first = '', ...rest] = linesOf(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  return Object.entries(value).flatMap(([key, item]: readonly [string, unknown]) => {
    if (item === undefined) return [];
    const lines = linesOf(item);
    const nested = typeof item === 'object' && item !== null && !isEmpty(item);
    return nested
      ? [`${text(key)}:`, ...lines.map((line) => `  ${line}`)]
      : [`${text(key)}: ${lines[0] ?? ''}`];
  });
}

/** JSON data as YAML in block style; strings that could be read as anything else are quoted. */
export const yamlText = (value: unknown): string => `${linesOf(value).join('\n')}\n`;
