import { describe, expect, it } from 'vitest';
import { placesOf, SPARK, sparkPath, sparkPoint } from './sparkline';

describe('sparkPath', () => {
  it('goes from the left to the right edge, bottom to top', () => {
    expect(sparkPath([0, 50, 100]).line).toBe(`M4 29L85 16L166 3`);
  });

  it('keeps 100 % at the top until a value is above it', () => {
    expect(sparkPath([10, 90]).full).toBe(3);
    expect(sparkPath([10, 200]).full).toBe(16);
    expect(sparkPath([10, 200]).line).toContain(`L${SPARK.width - 4} 3`);
  });

  it('draws one value as a level line, and nothing for none', () => {
    expect(sparkPath([50]).line).toBe('M4 16L166 16');
    expect(sparkPath([])).toMatchObject({ line: '', area: '' });
  });
});

it('places compactions and overflows along the line', () => {
  expect(placesOf('0 500|1000', 0)).toEqual([4, 85]);
  expect(placesOf('0 500|1000', 1)).toEqual([166]);
  expect(placesOf('|', 0)).toEqual([]);
});

it('tells the step and the value under the pointer', () => {
  expect(sparkPoint({ sparkline: [10, 90, 40], steps: 3 }, 80)).toEqual({
    percent: 90,
    step: 2,
    exact: true,
    x: 85,
  });
  expect(sparkPoint({ sparkline: [10, 90], steps: 500 }, 400)).toMatchObject({
    percent: 90,
    step: 251,
    exact: false,
  });
  expect(sparkPoint({ sparkline: [70], steps: 1 }, 0)).toMatchObject({ percent: 70, step: 1 });
  expect(sparkPoint({ sparkline: [], steps: 4 }, 0)).toBeNull();
});
