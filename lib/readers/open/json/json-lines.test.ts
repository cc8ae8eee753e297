import { describe, expect, test, vi } from 'vitest';
import { JsonLines } from './json-lines';
import { LineSplitter } from './line-splitter';

function read(text: string): { values: unknown[]; broken: [string, number][] } {
  const values: unknown[] = [];
  const broken: [string, number][] = [];
  const lines = new JsonLines({
    value: (value, line) => values.push([value, line]),
    broken: (reason, line) => broken.push([reason, line]),
  });
  const splitter = new LineSplitter(lines);
  splitter.push(Buffer.from(text));
  splitter.end();
  lines.end();
  return { values, broken };
}

describe('lines that are no JSON', () => {
  test('are distinguished from values that stand between them', () => {
    const text = ['{"a":[', '{"b":1}', '{"a":[}', '{"c":2}', '[1', '"x"', 'nul', '7', '{', ''];
    expect(read(text.join('\n'))).toEqual({
      values: [
        [{ b: 1 }, 2],
        [{ c: 2 }, 4],
        ['x', 6],
        [7, 8],
      ],
      broken: [
        ['not JSON', 1],
        ['not JSON', 3],
        ['not JSON', 5],
        ['not JSON', 7],
        ['cut off', 9],
      ],
    });
  });

  test.each([
    ['blank', '\n'.repeat(1_000), 0],
    ['blanks', ' \t\r\n'.repeat(1_000), 0],
    ['unclosed', '{"a":[\n'.repeat(1_000), 0],
    // The first is parsed; after it each is scanned before parsing.
    ['closed otherwise', '{"a":[}\n'.repeat(1_000), 1],
  ])('are hardly given to the parser, which throws: %s', (_, text, most) => {
    const parse = vi.spyOn(JSON, 'parse');
    const { values } = read(text);
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect(values).toEqual([]);
    expect(calls).toBeLessThanOrEqual(most);
  });
});
