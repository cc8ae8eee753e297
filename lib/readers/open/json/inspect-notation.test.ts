import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInspected } from './inspect-notation';

const printed = (value: unknown): string =>
  inspect(value, { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity });

/** The value as JSON would keep it: without −0, which JSON has no sign for. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

test('what Node prints is read as it was', () => {
  const value = fc.oneof(fc.object({ maxDepth: 4 }), fc.array(fc.jsonValue({ maxDepth: 3 })));
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  );
  const strings = fc.record({ a: text, 'b c': text, d: fc.array(text) });
  fc.assert(
    fc.property(fc.oneof(strings, value.map(json)), (whole) => {
      expect(parseInspected(printed(whole))).toEqual(json(whole));
    }),
    { numRuns: 500 },
  );
});

test('texts in pieces, quotes and escapes', () => {
  const value = {
    long: 'line one is long enough to be split\nline two isn’t short\n"third"',
    quotes: `it's "both"`,
    all: `it's "all" \`three\``,
    escapes: '\\ \x1b[31m \0 \u2028 \ud800',
  };
  expect(parseInspected(printed(value))).toEqual(value);
});

describe('what the printer leaves out', () => {
  test('is left out of objects and null in lists', () => {
    const value = { a: undefined, b: { c: { d: { e: 1 } } }, f: [undefined, [[[1]]]], g: () => 1 };
    expect(parseInspected(inspect(value))).toEqual({ b: { c: {} }, f: [null, [null]] });
  });

  test('of a long text leaves its mark, so that nothing takes it for whole', () => {
    const text = `[${'x'.repeat(20)}]`;
    expect(parseInspected(inspect({ text }, { maxStringLength: 22 }))).toEqual({ text });
    expect(parseInspected(inspect({ text }, { maxStringLength: 10 }))).toEqual({
      text: '[xxxxxxxxx... 12 more characters',
    });
    const list = Array.from({ length: 103 }, (_, i) => i);
    expect(parseInspected(inspect({ list }))).toEqual({ list: list.slice(0, 100) });
  });

  test('classes, times and large numbers', () => {
    class Resource {
      attributes = { 'service.name': 'shop' };
    }
    const value = { r: new Resource(), n: Object.create(null) as object, t: new Date(0), i: 12n };
    expect(parseInspected(inspect(value))).toEqual({
      ...{ r: { attributes: { 'service.name': 'shop' } }, n: {}, i: 12 },
      t: '1970-01-01T00:00:00.000Z',
    });
  });
});

test.each([
  '',
  '{',
  '{ a: 1',
  '{ a 1 }',
  '{ a: b }',
  "{ a: 'x }",
  '{ a: 1 } {',
  'Map(1) { 1 => 2 }',
  `${'['.repeat(300)}${']'.repeat(300)}`,
  '['.repeat(1_000_000),
])('other text is refused: %.20s', (text) => {
  expect(parseInspected(text)).toBeUndefined();
});
