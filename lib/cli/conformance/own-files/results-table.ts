import {
  ownFileKinds,
  ownFileSum,
  ownFileWords,
  type OwnFileResult,
} from '@/lib/answers/report/systems/own-files';

const BEGIN = '<!-- own files -->\n';
const END = '<!-- end of own files -->';

/** The table of README: a system a row, a kind a column, "n of m" in each. */
export function ownFilesTable(results: readonly OwnFileResult[]): string {
  const kinds = Object.keys(ownFileKinds);
  const rows = results.map((result) => {
    const cells = kinds.map((kind) => {
      const one = result.kinds.find((each) => each.kind === kind);
      return one === undefined ? '–' : ownFileWords(one);
    });
    return [`${result.policy} ${result.version}`, ...cells, ownFileWords(ownFileSum(result))];
  });
  const head = ['', ...kinds, 'all'];
  const widths = head.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0), 2),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** A text with the table between its marks; throws where it has none. */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error('There is no place for the table of own files.');
  return `${text.slice(0, from)}${BEGIN}\n${table}\n\n${text.slice(to)}`;
}
