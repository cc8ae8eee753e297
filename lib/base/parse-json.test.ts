import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { exceedsDepth, textExceedsDepth } from './json-depth';
import { parseJson } from './parse-json';

afterEach(() => vi.restoreAllMocks());

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
