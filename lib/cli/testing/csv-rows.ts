/** The rows of a CSV text by the names of its first; a line that begins with # is no row. */
export function csvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = records(text.replace(/^#.*\r?\n/, ''));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}

/** Records of cells, with the quotes taken off. */
function records(text: string): readonly (readonly string[])[] {
  const all: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1) all.push(row);
    row = [];
  }
  return all;
}
