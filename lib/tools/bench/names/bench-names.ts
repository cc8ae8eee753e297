import { scanNames } from '@/lib/engine/tokens/references/scan-names';
import { ReferenceTable } from '@/lib/engine/tokens/references/reference-table';
import { sessionReferences } from '@/lib/engine/tokens/references/session-references';
import { encodeReferences } from '@/lib/engine/tokens/references/reference-codec';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Entry } from '@/lib/engine/session/schema';
import { printFigures, unitsPerSecond, type Figure } from '../measure';

const MB = 1_000_000;

/** Texts that cost patterns most, and two that look like an agent's. */
const texts: Readonly<Record<string, string>> = {
  'code and paths':
    'import { intAt } from "@/lib/engine/base/read"; // see lib/engine/tokens/measure.ts:42\n',
  prose: 'The request was sent again after the summary had replaced what it covers. ',
  'one word': 'a',
  slashes: '/',
  'short folders': 'a/',
  quotes: '"',
  'open quotations': ' "a',
  dots: '.',
  'addresses without an end': 'http://a',
  brackets: '/[',
};

/** Text searched per second at two sizes: a scan that is not linear slows down with the size. */
export function benchNames(): void {
  printFigures('Names found in texts', [
    ...Object.entries(texts).map(([name, piece]) => scanFigure(name, piece)),
    indexFigure(),
  ]);
}

function scanFigure(name: string, piece: string): Figure {
  const rate = (size: number): number => {
    const text = piece.repeat(Math.ceil(size / piece.length));
    let found = 0;
    return unitsPerSecond(text.length, () => scanNames(text, () => found++), 3, 200);
  };
  const [small, large] = [rate(40_000), rate(4 * MB)];
  return {
    name,
    value: `${(large / MB).toFixed(0)} MB/s`,
    ratio: `${(large / small).toFixed(2)} of the speed at 40 kB`,
    goal: 'linear: about 1',
  };
}

/** 300 MB of results with names of their own, between calls that name some of them again. */
function indexFigure(): Figure {
  const table = new ReferenceTable();
  const rows: number[] = [];
  const begun = process.cpuUsage();
  let bytes = 0;
  for (let i = 0; bytes < 300 * MB; i++) {
    const result = resultOf(i);
    bytes += result.length;
    rows.push(table.push(called(`src/module${i}/file${i}.ts`)));
    rows.push(table.push(answered(result)));
  }
  const { entries: _, ...head } = textSession('u 4\n-- 10');
  const index = sessionReferences({ head, entries: rows }, table);
  const { user } = process.cpuUsage(begun);
  const size = index === null ? 0 : encodeReferences(index).length;
  return {
    name: `index of 300 MB in ${rows.length} entries`,
    value: `${(user / 1e6).toFixed(1)} s of processor`,
    ratio: `${(size / MB).toFixed(1)} MB stored, ${(process.memoryUsage().rss / MB).toFixed(0)} MB in memory`,
    goal: `${index?.leftOut.entries} entries left out in part`,
  };
}

const called = (path: string): Entry => ({
  role: 'model',
  parts: [{ kind: 'call', name: 'read', args: { path } }],
});

const answered = (result: string): Entry => ({
  role: 'user',
  parts: [{ kind: 'response', name: 'read', response: { result } }],
});

const LINES = 200;

function resultOf(i: number): string {
  const lines: string[] = [];
  for (let k = 0; k < LINES; k++) {
    lines.push(`  const value${i}x${k} = readColumn(table, ${k * 7919}); // as in the reference`);
  }
  return lines.join('\n');
}
