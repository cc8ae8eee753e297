/** A column of a table for people. */
export interface TextColumn {
  readonly head: string;
  readonly right?: boolean;
}

const MOST_WIDTH = 60;

const width = (text: string): number => [...text].length;

/** Names come from traces: what a terminal would obey is shown as a blank. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

function cell(given: string, size: number, right: boolean): string {
  const text = plain(given);
  const short = width(text) > MOST_WIDTH ? `${[...text].slice(0, MOST_WIDTH - 1).join('')}…` : text;
  const fill = ' '.repeat(Math.max(0, size - width(short)));
  return right ? fill + short : short + fill;
}

/** Rows under their heads, columns aligned, two blanks between them. */
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
