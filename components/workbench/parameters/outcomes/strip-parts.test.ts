import { expect, it } from 'vitest';
import { plateaus } from '@/lib/tuning/breakpoints/plateaus';
import type { Piece } from '@/lib/tuning/breakpoints/piece-list';
import { stripParts } from './strip-parts';

const piece = (from: number, to: number, fired: number[], overflow: number[] = []): Piece => ({
  from,
  to,
  outcome: { fired, passes: fired.map(() => 1), overflow, loop: false },
});

const pieces = [
  piece(0, 399, [3, 5]),
  piece(400, 499, [4, 5]),
  piece(500, 500, [4], [5]),
  piece(501, 501, [5]),
  piece(502, 1_000, []),
];

it('draws plateaus as blocks, and what is below a pixel as a mark', () => {
  const { blocks, marks, ticks } = stripParts(
    plateaus(pieces),
    pieces,
    { min: 0, max: 1_000 },
    100,
  );
  expect(blocks.map(({ x, width, shade }) => [x, width, shade])).toEqual([
    [0, 50, 1],
    [50.2, 49.8, 0],
  ]);
  expect(marks).toEqual([{ x: 50, overflows: true }]);
  expect(ticks).toEqual([40, 50]);
});

it('counts what is the same on a plateau', () => {
  expect(
    plateaus(pieces).map(({ from, to, compactions, pieces: of }) => [from, to, compactions, of]),
  ).toEqual([
    [0, 499, 2, 2],
    [500, 500, 1, 1],
    [501, 501, 1, 1],
    [502, 1_000, 0, 1],
  ]);
});
