import { withoutControls } from '@/lib/engine/base/text/bidi';

/** A column of a text table. */
interface TextColumn {
  readonly head: string;
  readonly right?: boolean;
}

/** Columns by their heads, aligned to the left. */
export const left = (...heads: readonly string[]): readonly TextColumn[] =>
  heads.map((head) => ({ head }));

/** Columns by their heads, aligned to the right. */
export const right = (...heads: readonly string[]): readonly TextColumn[] =>
  heads.map((head) => ({ head, right: true }));

const MOST_WIDTH = 60;

const width = (text: string): number => [...text].length;

/** Control characters by blanks, those of the reading direction by their names: names from traces must not control the terminal. */
export const plain = (text: string): string => withoutControls(text).replace(/\p{Cc}/gu, ' ');

function cell(text: string, size: number, right: boolean): string {
  const short = width(text) > MOST_WIDTH ? `${[...text].slice(0, MOST_WIDTH - 1).join('')}…` : text;
  const fill = ' '.repeat(Math.max(0, size - width(short)));
  return right ? fill + short : short + fill;
}

/** Rows below their heads, columns aligned, two blanks apart. */
export function textTable(
  columns: readonly TextColumn[],
  given: readonly (readonly string[])[],
): string {
  const rows = given.map((row) => row.map(plain));
  const sizes = columns.map(({ head }, i) =>
    Math.min(MOST_WIDTH, Math.max(width(head), ...rows.map((row) => width(row[i] ?? '')))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ right }, i) => cell(cells[i] ?? '', sizes[i] ?? 0, right ?? false))
      .join('  ')
      .trimEnd();
  return `${[columns.map(({ head }) => head), ...rows].map(line).join('\n')}\n`;
}
