import { describe, expect, it } from 'vitest';
import { movedPoint, nearestPoint, samePlace } from './point-keys';

/** Points 0 to 5; 1 and 4 are at one place. */
const rows = {
  places: [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 1, y: 0.1 },
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
    { x: 0.6, y: 0.6 },
  ],
};

describe('keys of a map of points', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [1, 'ArrowRight', 2],
    [1, 'ArrowUp', 5],
    [5, 'ArrowUp', 3],
    [3, 'ArrowDown', 5],
    [2, 'ArrowRight', 2],
    [1, 'PageDown', 4],
    [4, 'PageDown', 1],
    [3, 'Home', 0],
    [0, 'End', 5],
    [0, 'x', null],
  ])('from %d by %s to %s', (from, key, to) => {
    expect(movedPoint(rows, from, key)).toBe(to);
  });

  it('reach every point', () => {
    const seen = new Set([0]);
    for (const open = [0]; open.length > 0;) {
      const from = open.pop() ?? 0;
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageDown']) {
        const to = movedPoint(rows, from, key) ?? 0;
        if (!seen.has(to)) open.push(to);
        seen.add(to);
      }
    }
    expect(seen.size).toBe(rows.places.length);
    expect(samePlace(rows, 1)).toEqual([1, 4]);
  });
});

describe('a tap on a map of points', () => {
  const size = { width: 200, height: 100, most: 22 };

  it('selects the nearest point within reach, by pixels', () => {
    expect(nearestPoint(rows, { x: 110, y: 8 }, size)).toBe(1);
    // Across it is nearer than up: 0.6 of 200 is 120, 0.6 of 100 is 60.
    expect(nearestPoint(rows, { x: 105, y: 52 }, size)).toBe(5);
    expect(nearestPoint(rows, { x: 10, y: 100 }, size)).toBeNull();
  });
});
