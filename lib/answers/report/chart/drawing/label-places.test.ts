import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPlaces } from './label-places';

const room = { apart: 13, top: 0, bottom: 200 };

describe('labels at the end of lines', () => {
  it('stand where they want to where there is room', () => {
    expect(labelPlaces([100, 20, 60], room)).toEqual([100, 20, 60]);
  });

  it('move apart, and stay within the plot', () => {
    expect(labelPlaces([20, 22, 21], room)).toEqual([20, 46, 33]);
    expect(labelPlaces([199, 200], room)).toEqual([187, 200]);
    expect(labelPlaces([-40, 400], room)).toEqual([0, 200]);
  });

  it('keep their order and their distance wherever they fit', () => {
    const wanted = fc.array(fc.integer({ min: -300, max: 600 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(wanted, (given) => {
        const places = labelPlaces(given, room);
        const sorted = [...given.keys()].sort((a, b) => (given[a] ?? 0) - (given[b] ?? 0) || a - b);
        const inOrder = sorted.map((i) => places[i] ?? NaN);
        inOrder.slice(1).forEach((place, i) => {
          expect(place - (inOrder[i] ?? NaN)).toBeGreaterThanOrEqual(room.apart);
        });
        expect(Math.min(...places)).toBeGreaterThanOrEqual(room.top);
        expect(Math.max(...places)).toBeLessThanOrEqual(room.bottom);
      }),
    );
  });
});
