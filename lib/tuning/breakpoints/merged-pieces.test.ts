import { expect, it } from 'vitest';
import type { Piece } from './piece-list';
import { mergedPieces } from './merged-pieces';

const piece = (from: number, to: number, fired: number[], overflow: number[] = []): Piece => ({
  from,
  to,
  outcome: { fired, passes: fired.map(() => 1), overflow, loop: fired.length > 2 },
});

it('has an edge wherever a session has one, and adds up', () => {
  const merged = mergedPieces([
    [piece(1, 5, [3, 4, 5]), piece(6, 9, [])],
    [piece(1, 2, [7]), piece(3, 5, [], [8]), piece(6, 9, [], [8, 9])],
  ]);
  expect(merged).toEqual([
    { from: 1, to: 2, compacting: 2, overflowing: 0, looping: 1, compactions: 4, overflows: 0 },
    { from: 3, to: 5, compacting: 1, overflowing: 1, looping: 1, compactions: 3, overflows: 1 },
    { from: 6, to: 9, compacting: 0, overflowing: 1, looping: 0, compactions: 0, overflows: 2 },
  ]);
});

it('is empty without sessions, and refuses other ranges', () => {
  expect(mergedPieces([])).toEqual([]);
  expect(() => mergedPieces([[piece(1, 5, [])], [piece(1, 6, [])]])).toThrow('different ranges');
});
