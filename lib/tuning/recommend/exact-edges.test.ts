import { describe, expect, it } from 'vitest';
import type { MergedPiece } from '../breakpoints/merged-pieces';
import { exactEdges, wishAt } from './exact-edges';

const piece = (from: number, to: number, compactions: number, bad: Partial<MergedPiece> = {}) => ({
  ...{ from, to, compactions, compacting: 1, overflowing: 0, looping: 0, overflows: 0 },
  ...bad,
});
const none = { overflowing: 0, looping: 0, most: null };

describe('the edges around a value', () => {
  const pieces = [
    piece(1, 1.72, 22, { overflowing: 1 }),
    piece(1.73, 4.63, 22),
    piece(4.64, 7.05, 23),
    piece(7.06, 10, 24),
  ];

  it('are where a constraint breaks, and the end of the range', () => {
    const [down, up] = exactEdges('cap', 5, pieces, none);
    expect(down).toMatchObject({ value: 1.72, breach: 'overflow', compactions: null });
    expect(down.spare).toBeCloseTo(3.27);
    expect(up).toEqual({
      ...{
        setting: 'cap',
        direction: 'up',
        value: null,
        breach: null,
        compactions: null,
        exact: true,
      },
      spare: 5,
    });
  });

  it('allow what no setting helps', () => {
    const [down] = exactEdges('cap', 5, pieces, { ...none, overflowing: 1 });
    expect(down).toMatchObject({ value: null, spare: 4 });
  });

  it('stand where compactions change clearly, and at the limit', () => {
    const windows = [piece(150_000, 199_999, 31), piece(200_000, 230_000, 23)];
    const [down, up] = exactEdges('window', 200_000, windows, { ...none, most: 200_000 });
    expect(down).toMatchObject({
      value: 199_999,
      spare: 0,
      breach: 'compactions',
      compactions: 31,
    });
    expect(up).toMatchObject({ value: 200_000, spare: 0, breach: 'limit' });
  });

  it('are none outside of the pieces', () => {
    expect(() => exactEdges('cap', 11, pieces, none)).toThrow(RangeError);
  });
});

describe('what failing sessions ask for', () => {
  const recorded = [
    piece(150_000, 187_000, 35),
    piece(187_001, 199_999, 31),
    piece(200_000, 230_000, 23),
  ];
  const failing = [
    piece(150_000, 187_500, 1),
    piece(187_501, 210_000, 0, { overflowing: 1 }),
    piece(210_001, 230_000, 0),
  ];

  it('is the nearest value at which none fails, within the limit', () => {
    const bounds = { ...none, most: 200_000 };
    expect(wishAt('window', 200_000, { failing, pieces: recorded }, bounds)).toEqual({
      ...{ setting: 'window', value: 187_500, direction: 'down', compactions: 31 },
    });
  });

  it('is on the side that compacts less where both will do, and none where a constraint breaks', () => {
    expect(wishAt('window', 200_000, { failing, pieces: recorded }, none)).toMatchObject({
      ...{ value: 210_001, direction: 'up', compactions: 23 },
    });
    const broken = recorded.map((one) => ({ ...one, overflowing: 1 }));
    expect(wishAt('window', 200_000, { failing, pieces: broken }, none)).toBeNull();
  });
});
