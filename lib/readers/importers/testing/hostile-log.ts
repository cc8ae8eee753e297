import { fixtureText } from './fixture-files';

/** What a terminal obeys: colours, a title, the clipboard, a link, C1 forms of them, carriage returns. */
const TERMINAL =
  '\u001b[31mRED\u001b]0;TITLE\u0007\u001b]52;c;cHduZWQ=\u0007\u001b]8;;http://evil.example\u0007\u009b31m\u009d0;X\u009c\u0085\u007f\b\r\u001b[2J';

/** What reorders lines, hides their ends, or is shown nowhere. */
const ORDER = '\u202egnp.exe\u202c\u2066x\u2069\u200f\u061c\u2028\u2029\u{e0041}';

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(1)</script>[a](javascript:alert(1)) `|';

/** Text that stands behind every text of a hostile recording. */
export const HOSTILE = `${MARKUP}${TERMINAL}${ORDER}`;

/** Fields whose values say how a record is read. */
const KEPT = new Set([
  ...['type', 'role', 'subtype', 'timestamp', 'uuid', 'parentUuid', 'logicalParentUuid', 'trigger'],
]);

function hostile(value: unknown): unknown {
  if (typeof value === 'string') return `=1+1;${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const kept = [key, KEPT.has(key) ? (item as unknown) : hostile(item)] as const;
      return key === 'input' ? [kept, [`${key}${HOSTILE}`, hostile(item)] as const] : [kept];
    }),
  );
}

/** A Claude Code log whose every text commands a terminal, reorders a line or is markup. */
export const hostileLog = (): string =>
  fixtureText('claude-code/compaction.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => `${JSON.stringify(hostile(JSON.parse(line)))}\n`)
    .join('');

/** Characters that must not leave, whatever a text holds; ends of lines and tabulators may. */
const OBEYED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)|\udb40[\udc00-\udc7f]/;

/** The first character of a text that a reader would obey, with what stands around it; null for none. */
export function obeyedIn(text: string): string | null {
  const at = text.search(OBEYED);
  return at < 0 ? null : JSON.stringify(text.slice(Math.max(0, at - 40), at + 20));
}
