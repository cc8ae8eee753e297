import { expect, test } from 'vitest';
import { readRejection } from './rejection';

test.each([
  ['prompt is too long: 200819 tokens > 200000 maximum', 200819, 200000],
  ['400 {"message":"prompt is too long: 200,819 tokens > 200,000 maximum"}', 200819, 200000],
  ['Prompt is too long', null, null],
  [
    'The input token count (1048999) exceeds the maximum number of tokens allowed (1048576).',
    1048999,
    1048576,
  ],
  [
    "400 INVALID_ARGUMENT. {'message': 'The input token count exceeds the maximum number of tokens allowed 1048576.'}",
    null,
    1048576,
  ],
  [
    'The input token count is 40000 but exceeds the maximum number of tokens of 32768',
    40000,
    32768,
  ],
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130123 tokens.",
    130123,
    128000,
  ],
  ["This model's maximum context length is 8192 tokens.", null, 8192],
  ['prompt is too long: 99999999999999999999 tokens > 200000 maximum', null, 200000],
])('%s', (message, real, limit) => {
  expect(readRejection(message)).toEqual({ real, limit });
});

test.each(['429 RESOURCE_EXHAUSTED. limit: 0', 'maximum number of output tokens', ''])(
  'no refusal for length: %s',
  (message) => {
    expect(readRejection(message)).toBeNull();
  },
);
