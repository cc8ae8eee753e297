import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFigures, encodeFigures } from './figure-codec';
import { figureIds } from './figure-ids';
import { emptyFigures, type FigureResults } from './figure-results';

const anyFigures: fc.Arbitrary<FigureResults> = fc
  .record({
    figures: fc.subarray([...figureIds]),
    sessions: fc.integer({ min: 0, max: 4 }),
    cells: fc.integer({ min: 0, max: 4 }),
    values: fc.array(fc.double(), { minLength: 1, maxLength: 20 }),
  })
  .map(({ figures, sessions, cells, values }) => {
    const results = emptyFigures(figures, sessions, cells);
    for (const column of results.values) {
      for (let i = 0; i < column.length; i++) column[i] = values[i % values.length] ?? NaN;
    }
    return results;
  });

describe('figures as bytes', () => {
  it('come back as they were, what cannot be told included', () => {
    fc.assert(
      fc.property(anyFigures, (results) => {
        expect(decodeFigures(encodeFigures(results))).toEqual(results);
      }),
    );
  });

  it('are refused where they are cut, longer, of another kind or of an unknown figure', () => {
    const bytes = encodeFigures(emptyFigures(['cost'], 2, 3));
    const changed = (at: number): Uint8Array => {
      const copy = bytes.slice();
      copy[at] = 0x7a;
      return copy;
    };
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeFigures(bytes.subarray(0, length))).toThrow(RangeError);
    }
    for (const wrong of [changed(2), changed(3), changed(18), new Uint8Array([...bytes, 0])]) {
      expect(() => decodeFigures(wrong)).toThrow('not the figures of a sweep');
    }
  });
});
