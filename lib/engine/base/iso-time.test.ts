import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoText, parseTime } from './iso-time';

describe('parseTime', () => {
  test('agrees with Date.parse for times near one another', () => {
    const times = fc.array(fc.integer({ min: 0, max: 90_000_000 }), { minLength: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 4e12 }), times, (start, steps) => {
        for (const step of steps) {
          const text = new Date(start + step).toISOString();
          expect(parseTime(text)).toBe(start + step);
        }
      }),
    );
  });

  test.each([
    '2026-01-22T15:53:50.222Z',
    '2026-01-22T15:53:60.222Z',
    '2026-01-22T15:53:5a.222Z',
    '2026-01-22T15:53:50.2x2Z',
    '2026-01-22T15:53:50,222Z',
    '2026-01-22T15:53:50.22+Z',
    '2026-01-22T15:53:50Z',
    '2026-01-22T15:53:50.222+02:00',
    '2026-02-30T15:53:50.222Z',
    '+012026-01-22T15:53:50.0Z',
    'Thu, 22 Jan 2026 15:53:5Z',
    '2026-01-22T24:00:00.000Z',
    '2026-01-22T24:00:01.000Z',
    '',
    'yesterday',
  ])('agrees with Date.parse for %j after another time of that day', (text) => {
    parseTime('2026-01-22T15:53:01.000Z');
    expect(parseTime(text)).toBe(Date.parse(text));
  });
});

describe('isoText', () => {
  const far = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
  const near = fc.double({ min: 1.7e12, max: 1.7e12 + 2e8, noNaN: true });

  test('agrees with toISOString, for years of any length and for fractions', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(near, far), { minLength: 1 }), (moments) => {
        for (const moment of moments) {
          expect(isoText(moment)).toBe(new Date(moment).toISOString());
        }
      }),
    );
  });

  test.each([0, -0, -0.5, -1, 86_400_000, 8.64e15, -8.64e15])('agrees at %d', (moment) => {
    expect(isoText(moment)).toBe(new Date(moment).toISOString());
  });

  test.each([NaN, Infinity, -Infinity, 8.64e15 + 1, -8.64e15 - 1])('throws for %d', (moment) => {
    expect(() => isoText(moment)).toThrow(RangeError);
  });
});
