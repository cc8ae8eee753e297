import { describe, expect, it } from 'vitest';
import { codeLines, countedRooms } from './count-lines';

/**
 * What each room may hold. A new reader may add 300 lines, a new policy 250; whatever else grows makes
 * room first. Budgets follow the counts down.
 */
const BUDGETS: Readonly<Record<string, readonly [product: number, tests: number]>> = {
  web: [38_000, 4_400],
  engine: [28_650, 16_000],
  readers: [23_850, 13_600],
  server: [18_350, 11_900],
  policies: [13_200, 4_850],
  answers: [13_150, 4_300],
  cli: [5_450, 4_250],
  tools: [4_900, 1_300],
  tuning: [4_100, 2_100],
  core: [160, 150],
  e2e: [0, 6_950],
  'settings of tools': [500, 80],
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

  it('stay within the budget of each room', () => {
    const rooms = countedRooms().filter(({ kind }) => kind !== 'conformance');
    const over = rooms.filter(({ room, kind, lines }) => {
      const [product, tests] = BUDGETS[room] ?? [0, 0];
      return lines > (kind === 'product' ? product : tests);
    });
    expect(over).toEqual([]);
  });
});
