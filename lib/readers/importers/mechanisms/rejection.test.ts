import { expect, test } from 'vitest';
import { parseRejection } from './rejection';

test.each([
  ['prompt is too long: 200,819 tokens > 200,000 maximum', 200819, 200000],
  [
    'API Error: 400 {"message":"prompt is too long: 1000123 tokens > 1000000 maximum"}',
    1000123,
    1000000,
  ],
  ['Prompt is too long', null, null],
  ['Prompt is too long · /compact to continue', null, null],
  ['prompt is too long: 1.2M tokens', null, null],
  [
    'input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000, decrease',
    190000,
    200000,
  ],
])('%s', (message, real, limit) => {
  expect(parseRejection(message)).toEqual({ real, limit });
});

test.each([
  'API Error: 529 Overloaded',
  'Request timed out.',
  '',
  'the answer is too long: 9 tokens > 8',
])('is no rejection: %s', (message) => {
  expect(parseRejection(message)).toBeNull();
});

test('answers a hostile message at once', () => {
  expect(parseRejection(`prompt is too long: ${'1 '.repeat(100_000)}`)).toEqual({
    real: null,
    limit: null,
  });
});
