import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';
import { loadEncoding } from './load-encoding';

const texts: readonly string[] = [
  '',
  'hello world',
  'The quick brown fox jumps over the lazy dog.',
  'const sum = (a: number, b: number): number => a + b;\n\n  return sum(1, 2);\n',
  '日本語の文章です。',
  'grün 🌱 été naïve',
  '1234567890 3.14159',
  `${'word '.repeat(2_000)}\n${'-'.repeat(80)}`,
];

let o200kBase: TextEstimator;
let cl100kBase: TextEstimator;
beforeAll(async () => {
  o200kBase = await loadEncoding('o200k_base');
  cl100kBase = await loadEncoding('cl100k_base');
});

describe('a loaded tokenizer', () => {
  it('counts what OpenAI’s tokenizer page shows', () => {
    // platform.openai.com/tokenizer: "hello world" is [24912, 2375] of GPT-4o's vocabulary.
    expect(encode('hello world')).toEqual([24_912, 2_375]);
    expect(o200kBase.count('hello world')).toBe(2);
    expect(cl100kBase.count('tiktoken is great!')).toBe(6);
  });

  it.each(texts)('counts as the package itself does: %j', (text) => {
    expect(o200kBase.count(text)).toBe(o200k(text));
    expect(cl100kBase.count(text)).toBe(cl100k(text));
  });

  it('takes a special token of a log as the text somebody wrote', () => {
    expect(() => o200k('<|endoftext|>')).toThrow('special token');
    expect(o200kBase.count('<|endoftext|>')).toBeGreaterThan(3);
    expect(cl100kBase.count('say <|im_start|> now')).toBeGreaterThan(5);
  });

  it('accepts halves of surrogate pairs and control characters', () => {
    expect(o200kBase.count('\ud83c x \udf31 \u0000')).toBeGreaterThan(3);
    expect(cl100kBase.count('\ud83c x \udf31 \u0000')).toBeGreaterThan(3);
  });

  it.each(['a', ' ', '=', '字', 'é', 'ñ'])(
    'counts 200,000 times %j in a moment, near the whole’s count',
    (unit) => {
      const begin = performance.now();
      const long = o200kBase.count(unit.repeat(200_000));
      expect(performance.now() - begin).toBeLessThan(8_000);
      // 4,000 are counted in ten pieces, by the package in one: each piece may differ by a few tokens.
      const text = unit.repeat(4_000);
      expect(Math.abs(o200kBase.count(text) - o200k(text))).toBeLessThanOrEqual(20);
      expect(long).toBeGreaterThan(1_000);
    },
  );
});
