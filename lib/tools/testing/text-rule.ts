import { projectedFrom } from './engine-rule';
import { rounded, saidDivergence } from './loose';

const integerOf = (text: string): number => Number(text.replaceAll(',', ''));

/** Rows of a printed table of steps by the names of its columns; empty without one. */
function tableOf(text: string): readonly Readonly<Record<string, string>>[] {
  const lines = rounded(text)
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  const head = lines.findIndex(([first]) => first === 'step');
  const columns = lines[head] ?? [];
  const end = lines.findIndex((cells, i) => i > head && cells.length !== columns.length);
  return lines
    .slice(head + 1, end)
    .map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])));
}

/**
 * The parts of a printed replay that {@link projectedFrom} keeps exact, of the recording and of today:
 * which step is the first projected one, how many steps there are, the rows before that step, and in
 * its own row everything but sizes after its compaction. Equal parts are no loss; a text without
 * projected numbers has none to except and is compared as a whole elsewhere.
 */
export function exactParts(text: string, policy: string): readonly unknown[] {
  const divergence = saidDivergence(text);
  const { from, decides } = projectedFrom({ policy, divergence, generated: false });
  const [, steps] = /^([\d,]+) steps;/m.exec(text) ?? [];
  if (decides) return [steps];
  const rows = tableOf(text).flatMap(({ real = '', outcome = '', ...row }) => {
    const at = integerOf(row['step'] ?? '');
    if (at > from) return [];
    const words = outcome.replace(/[\d,]+/g, '#');
    return [at < from ? { ...row, real, outcome } : { ...row, outcome: words }];
  });
  return [divergence, steps, rows];
}

/** A printed replay without the rows whose numbers may differ. */
export function withoutProjected(text: string, policy: string): string {
  const divergence = saidDivergence(text);
  const { from, decides } = projectedFrom({ policy, divergence, generated: false });
  const isKept = (line: string): boolean => {
    const [, at] = /^ *([\d,]+) {2,}/.exec(line) ?? [];
    return at === undefined || (!decides && integerOf(at) <= from);
  };
  return text.split('\n').filter(isKept).join('\n');
}
