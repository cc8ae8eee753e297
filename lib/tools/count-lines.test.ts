import { describe, expect, it } from 'vitest';
import { codeLines, countedRooms } from './count-lines';

/**
 * What each workspace may hold. A new reader may add 300 lines, a new policy 250; whatever else grows makes
 * room first. Budgets follow the counts down.
 */
const BUDGETS: Readonly<Record<string, readonly [product: number, tests: number]>> = {
  web: [39_110, 4_946],
  readers: [30_551, 17_583],
  analysis: [20_456, 11_233],
  server: [15_149, 11_523],
  policies: [15_465, 5_258],
  engine: [14_389, 7_972],
  answers: [13_721, 4_081],
  cli: [5_227, 4_875],
  tools: [4_500, 1_403],
  tuning: [4_859, 2_395],
  api: [3_268, 181],
  worker: [1_740, 1_112],
  core: [195, 221],
  e2e: [0, 7_185],
  'settings of tools': [565, 84],
};

describe('lines of code', () => {
  it.each([
    ['blank lines and comments', '// one\n\n/* two\n */\n/** @see x */\n', 0],
    ['a statement over lines', 'f(\n  // why\n  1,\n);\n', 3],
    ['a template over lines', 'const text = `a\n\n// b`;\n', 3],
    ['two statements on a line', 'a(); b();\n', 1],
  ])('%s', (_, text, lines) => {
    expect(codeLines('x.ts', text)).toBe(lines);
  });

  it('are counted in markup too', () => {
    expect(codeLines('x.tsx', 'const x = (\n  <p>\n    {/* why */}\n    text\n  </p>\n);\n')).toBe(
      6,
    );
  });

  it('stay within the budget of each workspace', () => {
    const rooms = countedRooms().filter(({ kind }) => kind !== 'conformance');
    const over = rooms.filter(({ room, kind, lines }) => {
      const [product, tests] = BUDGETS[room] ?? [0, 0];
      return lines > (kind === 'product' ? product : tests);
    });
    expect(over).toEqual([]);
  });
});
