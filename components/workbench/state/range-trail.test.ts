import { describe, expect, it } from 'vitest';
import { trailAfter } from './range-trail';

const whole = { from: 0, to: 99 };
const part = { from: 20, to: 60 };
const inner = { from: 30, to: 40 };

describe('the trail of ranges', () => {
  it('keeps the ranges around the shown one, the widest first', () => {
    const first = trailAfter([], whole, part);
    expect(first).toEqual([whole]);
    expect(trailAfter(first, part, inner)).toEqual([whole, part]);
  });

  it('drops what does not hold the shown range', () => {
    expect(trailAfter([whole, part], inner, { from: 50, to: 70 })).toEqual([whole]);
    expect(trailAfter([whole, part], inner, whole)).toEqual([]);
    expect(trailAfter([whole, part], inner, part)).toEqual([whole]);
  });

  it('has no station within a gesture', () => {
    const first = trailAfter([], whole, part);
    expect(trailAfter(first, part, inner, { goesOn: true })).toEqual([whole]);
  });
});
