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

/** Replaces control characters by blanks: names from traces must not control the terminal. */
export const plain = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

function cell(given: string, size: number, right: boolean): string {
  const text = plain(given);
  const short = width(text) > MOST_WIDTH ? `${[...text].slice(0, MOST_WIDTH - 1).join('')}…` : text;
  const fill = ' '.repeat(Math.max(0, size - width(short)));
  return right ? fill + short : short + fill;
}

/** Rows below their heads, columns aligned, two blanks apart. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
): string {
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
