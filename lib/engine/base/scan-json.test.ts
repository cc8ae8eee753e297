import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { exceedsDepth, textExceedsDepth } from './json-depth';
import { parseJson } from './parse-json';
import { lineOf, scanJson, splitJson } from './scan-json';

const gap = fc.constantFrom('', ' ', '\n', '\t \r\n');
const container = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
const document = container.map((value) => JSON.stringify(value));

afterEach(() => vi.restoreAllMocks());

describe('splitJson', () => {
  test('finds every value of a row of them', () => {
    fc.assert(
      fc.property(fc.array(document), gap, (documents, between) => {
        const split = splitJson(documents.map((text) => text + between).join(''));
        expect(split).toEqual({ values: documents, fault: null });
      }),
    );
  });

  test('keeps what stands before something else', () => {
    expect(splitJson('{"a":1}{"b":[2]} tail')).toEqual({
      values: ['{"a":1}', '{"b":[2]}'],
      fault: { at: 17, cutOff: false },
    });
  });
});

describe('scanJson', () => {
  test('reads indented JSON', () => {
    fc.assert(
      fc.property(container, (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(scanJson(text, 0)).toEqual({ complete: true, end: text.length });
      }),
    );
  });

  test('calls a value cut off wherever it was cut', () => {
    fc.assert(
      fc.property(document, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const cut = text.slice(0, Math.floor(share * (text.length - 1)));
        expect(scanJson(cut, 0)).toMatchObject({ complete: false, cutOff: true });
      }),
    );
  });

  test.each([
    ['{"a" 1}', 1],
    ['[1 2]', 3],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['{a:1}', 1],
    ['nope', 0],
    ['{"a":tru}', 5],
    ['[}', 1],
  ])('%s is not JSON from %i on', (text, at) => {
    expect(scanJson(text, 0)).toEqual({ complete: false, fault: at, cutOff: false });
  });

  test('does not recurse', () => {
    const deep = '['.repeat(1_000_000);
    expect(scanJson(deep, 0)).toMatchObject({ complete: false, cutOff: true });
    expect(scanJson(deep + ']'.repeat(1_000_000), 0)).toMatchObject({ complete: true });
  });
});

test('lineOf counts newlines before a place', () => {
  expect([0, 1, 2, 4].map((place) => lineOf('a\nb\nc', place))).toEqual([1, 1, 2, 3]);
});

describe('the nesting of a text', () => {
  test('is that of its value', () => {
    const names = fc.constantFrom('', '[', '{"', '\\', '\\"', '"]}', 'a');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.array(names), (value, strings) => {
        const text = JSON.stringify([strings, value], null, 1);
        for (const limit of [1, 2, 3, 4, 5]) {
          const deep = exceedsDepth([strings, value], limit);
          expect(textExceedsDepth(text, limit)).toBe(deep);
        }
      }),
    );
  });

  test('is known where the text ends early', () => {
    expect(textExceedsDepth('['.repeat(200))).toBe(false);
    expect(textExceedsDepth('['.repeat(201))).toBe(true);
    expect(textExceedsDepth(`"${'['.repeat(201)}`)).toBe(false);
    expect(textExceedsDepth(`${']'.repeat(300)}${'['.repeat(201)}`)).toBe(true);
  });
});

test('a text that nests too deep is not given to the parser', () => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(parseJson('['.repeat(1_000_000))).toBeUndefined();
  expect(parseJson(`${'['.repeat(201)}${']'.repeat(201)}`)).toBeUndefined();
  expect(parse).not.toHaveBeenCalled();
  expect(parseJson(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeDefined();
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

describe('parseJson', () => {
  const blanks = fc.stringMatching(/^[ \n\t\r\v\f\u00a0\ufeff]{0,3}$/);
  const words = fc.constantFrom(
    'true',
    'false',
    'null',
    'True',
    'nul',
    'NaN',
    'Infinity',
    'data: {}',
  );
  const texts = fc.oneof(fc.json(), fc.string(), words, fc.double().map(String));

  test('agrees with the parser, whatever a text begins with', () => {
    fc.assert(
      fc.property(blanks, texts, blanks, (before, text, after) => {
        const whole = before + text + after;
        expect(parseJson(whole)).toEqual(parsed(whole));
      }),
    );
  });
});
