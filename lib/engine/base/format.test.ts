import { expect, it } from 'vitest';
import { formatFactor, formatFactors, formatFixed, formatInteger } from './format';

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

it.each([
  // Set: as typed.
  [2.5, '2.5×'],
  [2, '2×'],
  [-0.409, '−0.409×'],
  [1.1255, '1.1255×'],
  // Measured: two decimals, or four where the second would be a zero.
  [150_000 / 18_000, '8.33×'],
  [154_021 / 76_449, '2.01×'],
  [25_001 / 5_000.1, '5.0001×'],
  [1 / 3_333, '0.0003×'],
])('a factor of %d is "%s" wherever it stands', (value, text) => {
  expect(formatFactor(value)).toBe(text);
});

it('a measured factor and the set one beside it differ', () => {
  expect(formatFactors(150_000 / 18_000, 5)).toEqual(['8.33×', '5×']);
  expect(formatFactors(1.250_01, 1.25)).toEqual(['1.25001×', '1.25×']);
});
