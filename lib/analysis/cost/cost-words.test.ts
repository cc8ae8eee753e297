import { formatDollars, formatPrice } from '@/lib/base/format';
import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { recordedWords } from './cost-words';
import { priceNames } from './rates';
import { recordedBill } from './recorded-bill';
import { opus } from './testing/opus';

describe('dollars', () => {
  it.each([
    [1_234.5, '$1,234.50'],
    [1, '$1.00'],
    [0.0812, '$0.0812'],
    [-0.5, '−$0.5000'],
    // 8 tokens at $5 a million
    [0.00004, '$0.00004'],
    [-0.000_02, '−$0.00002'],
    [0, '$0'],
    [-0, '$0'],
    [0.3 - 0.1 - 0.2, '$0'],
  ])('%f is %s', (dollars, text) => expect(formatDollars(dollars)).toBe(text));

  it.each([
    [5, '$5'],
    [0.5, '$0.50'],
    [3.75, '$3.75'],
    [0.0375, '$0.0375'],
    [12.5, '$12.50'],
  ])('of a million tokens: %f is %s', (dollars, text) => expect(formatPrice(dollars)).toBe(text));
});

describe('what usage was charged', () => {
  const wordsOf = (text: string): readonly string[] => {
    const bill = recordedBill(measureSession(textSession(text)), () => opus);
    return priceNames.map((name) => recordedWords(bill, name));
  };

  it('is not told where no usage counts it', () => {
    // 2 × 1,000 tokens at $5 a million
    expect(wordsOf('u 400\n-- 1000\nm 4\nu 4\n-- 1000')).toEqual([
      ...['$0.0100', 'not in usage', 'not in usage', 'not in usage', 'not in usage'],
    ]);
  });
});
