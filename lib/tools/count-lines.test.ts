import { describe, expect, it } from 'vitest';
import { codeLines, countedRooms } from './count-lines';

/**
 * What each workspace may hold. A new reader may add 300 lines, a new policy 250; whatever else grows makes
 * room first. Budgets follow the counts down.
 */
const BUDGETS: Readonly<Record<string, readonly [product: number, tests: number]>> = {
  web: [38_060, 4_830],
  readers: [25_990, 14_910],
  analysis: [17_900, 9_900],
  server: [14_520, 10_590],
  policies: [13_370, 4_570],
  engine: [13_100, 7_220],
  answers: [12_860, 4_220],
  cli: [4_260, 4_070],
  tools: [4_210, 1_340],
  tuning: [4_160, 2_080],
  api: [3_190, 180],
  worker: [1_480, 990],
  core: [200, 220],
  e2e: [0, 6_870],
  'settings of tools': [530, 80],
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
