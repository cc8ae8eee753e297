import { expect, it } from 'vitest';
import type { MergedPiece } from './merged-pieces';
import { alongSetting } from './merged-plateaus';

const piece = (from: number, to: number, compactions: number, looping = 0): MergedPiece => ({
  ...{ from, to, compactions, looping, compacting: 1, overflowing: 0, overflows: 0 },
});

it('joins neighbours in which as much happens, and keeps where something moves', () => {
  const pieces = [piece(1, 4, 3), piece(5, 5, 3), piece(6, 6, 3, 1), piece(7, 9, 2)];
  expect(alongSetting('window', pieces)).toEqual({
    setting: 'window',
    plateaus: [
      { from: 1, to: 5, compactions: 3, overflows: 0, loop: false, pieces: 2 },
      { from: 6, to: 6, compactions: 3, overflows: 0, loop: true, pieces: 1 },
      { from: 7, to: 9, compactions: 2, overflows: 0, loop: false, pieces: 1 },
    ],
    changes: [1, 5, 6, 7],
  });
});
