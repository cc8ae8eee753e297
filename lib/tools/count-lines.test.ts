import { describe, expect, it } from 'vitest';
import { codeLines, countedRooms } from './count-lines';

/**
 * What each workspace may hold. A new reader may add 300 lines, a new policy 250; whatever else grows makes
 * room first. Budgets follow the counts down.
 */
const BUDGETS: Readonly<Record<string, readonly [product: number, tests: number]>> = {
  web: [38_410, 4_830],
  readers: [29_580, 16_710],
  analysis: [19_860, 10_890],
  server: [14_970, 11_260],
  policies: [13_390, 4_580],
  engine: [13_400, 7_320],
  answers: [12_540, 3_910],
  cli: [5_140, 4_730],
  tools: [4_250, 1_380],
  tuning: [4_490, 2_190],
  api: [3_200, 190],
  worker: [1_620, 1_060],
  core: [200, 230],
  e2e: [0, 6_910],
  'settings of tools': [570, 90],
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
