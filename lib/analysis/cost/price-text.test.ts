import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrices, pricesText } from './price-text';
import {
  isListed,
  LONGEST_MODEL,
  priceNames,
  pricesOf,
  withGiven,
  withPrice,
  type GivenPrices,
  type OwnPrices,
} from './rates';

const dollars = fc.integer({ min: 0, max: 1_000_000_000 }).map((millionths) => millionths / 1e6);
const anyOwn: fc.Arbitrary<OwnPrices> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...priceNames), dollars), {
    minLength: 1,
    selector: ([name]) => name,
  })
  .map((pairs) => Object.fromEntries(pairs));
const anyName = fc.string({ minLength: 1, maxLength: 20, unit: 'binary' });
const anyGiven: fc.Arbitrary<GivenPrices> = fc
  .tuple(fc.option(anyOwn), fc.dictionary(anyName, anyOwn, { maxKeys: 4 }))
  .map(([all, models]) => ({
    ...all,
    ...(Object.keys(models).length === 0 ? {} : { models: { ...models } }),
  }));

describe('given prices as text', () => {
  it('come back as they were, whatever a model is called', () => {
    fc.assert(
      fc.property(anyGiven, (given) => {
        const text = pricesText(given);
        expect(text === '').toBe(isListed(given));
        if (text !== '') expect(parsePrices(text)).toEqual(given);
      }),
    );
  });

  it('mean for every model what they meant before models had prices of their own', () => {
    expect(parsePrices('input:5,output:25')).toEqual({ input: 5, output: 25 });
    expect(pricesText({ output: 25, input: 5 })).toBe('input:5,output:25');
  });

  it('name a model before "="', () => {
    const text = 'input:5;llama3:8b=input:0,output:0;a%3Bb=output:2';
    const models = { 'llama3:8b': { input: 0, output: 0 }, 'a;b': { output: 2 } };
    expect(parsePrices(text)).toEqual({ input: 5, models });
    expect(pricesText({ input: 5, models })).toBe(text);
  });

  it.each([
    '',
    'input',
    'input:-1',
    'input:1e3',
    'inputs:5',
    '=input:5',
    'gpt=',
    'gpt=input:5;',
    `${'x'.repeat(LONGEST_MODEL + 1)}=input:5`,
    Array.from({ length: 51 }, (_, i) => `m${i}=input:5`).join(';'),
  ])('are not %j', (text) => {
    expect(parsePrices(text)).toBeUndefined();
  });
});

describe('the prices of a model', () => {
  const given: GivenPrices = { input: 5, output: 25, models: { small: { input: 1 } } };

  it('are its own, then those for every model, then the list’s', () => {
    expect(pricesOf(given, ['small'])).toEqual({ input: 1, output: 25 });
    expect(pricesOf(given, ['large'])).toEqual({ input: 5, output: 25 });
    expect(pricesOf(given, ['router/small', 'small'])).toEqual({ input: 1, output: 25 });
    expect(pricesOf(given, ['toString', '__proto__'])).toEqual({ input: 5, output: 25 });
    expect(withGiven(null, pricesOf(given, ['small']))?.input.base).toBe(1);
  });

  it('are given and taken back one by one', () => {
    const one = withPrice({}, ['small'], { input: 1 });
    expect(one).toEqual({ models: { small: { input: 1 } } });
    expect(withPrice(one, null, { output: 2 })).toEqual({ output: 2, models: one.models });
    expect(withPrice(one, ['router/small', 'small'], { input: undefined })).toEqual({});
    expect(isListed(withPrice({ input: 5 }, null, { input: undefined }))).toBe(true);
  });
});
