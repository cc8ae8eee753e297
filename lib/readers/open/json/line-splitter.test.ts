import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter';

function split(chunks: readonly Buffer[]): readonly string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter({
    line: (bytes, start, end) => lines.push(bytes.toString('utf8', start, end)),
    blank: (count) => lines.push(...Array<string>(count).fill('')),
    tooDeep: () => lines.push('too deep'),
  });
  for (const chunk of chunks) {
    splitter.push(chunk);
    // A file's reader reuses its buffer.
    chunk.fill(0x23);
  }
  splitter.end();
  return lines;
}

test('lines are the same however the bytes are cut into chunks', () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀') }))
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (text, sizes) => {
      const bytes = Buffer.from(text);
      const chunks: Buffer[] = [];
      for (let from = 0, i = 0; from < bytes.length; i++) {
        const size = sizes[i % sizes.length] ?? 1;
        chunks.push(Buffer.from(bytes.subarray(from, from + size)));
        from += size;
      }
      const expected = text === '' ? [] : text.split('\n');
      if (text.endsWith('\n')) expected.pop();
      expect(split(chunks)).toEqual(expected);
    }),
  );
});

test('the bytes of a begun line are known', () => {
  const splitter = new LineSplitter({
    line: () => undefined,
    blank: () => undefined,
    tooDeep: () => undefined,
  });
  splitter.push(Buffer.from('one\ntwo'));
  splitter.push(Buffer.from(' more'));
  expect(splitter.begunBytes).toBe('two more'.length);
  splitter.push(Buffer.from('\n'));
  expect(splitter.begunBytes).toBe(0);
});

test.each([
  ['at once', 1_000],
  ['over chunks', 7],
])('a line that nests too deep is not kept: %s', (_, size) => {
  const deep = `  [${'{"a":['.repeat(200)}"x"`;
  const shallow = `{"a":"${'['.repeat(500)}"}`;
  const bytes = Buffer.from([deep, shallow, `not JSON ${'['.repeat(500)}`, deep].join('\n'));
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    chunks.push(Buffer.from(bytes.subarray(at, at + size)));
  }
  expect(split(chunks)).toEqual([
    'too deep',
    shallow,
    expect.stringMatching(/^not JSON/),
    'too deep',
  ]);
});
