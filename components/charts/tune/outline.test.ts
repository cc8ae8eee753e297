import { describe, expect, it } from 'vitest';
import { outlinePath } from './outline';

const size = { width: 10, height: 5 };

describe('outlinePath', () => {
  it('goes around one cell, with row 0 at the bottom', () => {
    expect(outlinePath(new Set([0]), 2, 2, size)).toBe('M0 5h10M0 10h10M0 5v5M10 5v5');
  });

  it('draws no edge between neighbours', () => {
    const path = outlinePath(new Set([0, 1]), 2, 1, size);
    expect(path).toBe('M0 0h10M0 5h10M0 0v5M10 0h10M10 5h10M20 0v5');
  });

  it('does not join the end of a row with the beginning of the next', () => {
    // Cells (1, 0) and (0, 1) touch only in the list.
    const path = outlinePath(new Set([1, 2]), 2, 2, size);
    expect(path.match(/v/g)).toHaveLength(4);
  });

  it('draws nothing around nothing', () => {
    expect(outlinePath(new Set(), 3, 3, size)).toBe('');
  });
});
