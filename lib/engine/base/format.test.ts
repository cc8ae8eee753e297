import { expect, it } from 'vitest';
import { formatFactor, formatFixed, formatInteger } from './format';

it.each([
  [1839.1429, 3, '1,839.143'],
  [-0.409, 3, '−0.409'],
  [-0.0001, 3, '0.000'],
  [2, 0, '2'],
  [1_234_567.5, 1, '1,234,567.5'],
])('%d with %d decimals', (value, digits, text) => {
  expect(formatFixed(value, digits)).toBe(text);
});

it.each([
  [0, '0'],
  [-0.9, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_034.9, '12,034'],
  [-1_000_005, '−1,000,005'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
  [1e21, '1,000,000,000,000,000,000,000'],
  [NaN, '–'],
])('%d with its thousands grouped', (value, text) => {
  expect(formatInteger(value)).toBe(text);
});

it('cuts the zeros of a factor', () => {
  expect([formatFactor(2.5), formatFactor(2), formatFactor(-0.409)]).toEqual([
    '2.5×',
    '2×',
    '−0.409×',
  ]);
});
