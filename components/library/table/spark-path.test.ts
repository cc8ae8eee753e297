import { describe, expect, it } from 'vitest';
import { SPARK, sparkPath } from './sparkline';

describe('sparkPath', () => {
  it('goes from the left to the right edge, bottom to top', () => {
    expect(sparkPath([0, 50, 100]).line).toBe(`M0 21L42 11L84 1`);
  });

  it('keeps 100 % at the top until a value is above it', () => {
    expect(sparkPath([10, 90]).full).toBe(1);
    expect(sparkPath([10, 200]).full).toBe(11);
    expect(sparkPath([10, 200]).line).toContain(`L${SPARK.width} 1`);
  });

  it('draws one value as a level line, and nothing for none', () => {
    expect(sparkPath([50]).line).toBe('M0 11L84 11');
    expect(sparkPath([])).toMatchObject({ line: '', area: '' });
  });
});
