import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTrace } from './testing/load-trace';
import { Scratch } from './testing/scratch';
import { zstdFrame } from './testing/zstd-frame';

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** Levels of a JSON text; 0 for text that the parser refuses at its first character. */
function levelsOf(text: string): number {
  if (!/^[\s\ufeff]*[[{]/.test(text)) return 0;
  let open = 0;
  let most = 0;
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[{}\]]/g)) {
    open += bracket === '[' || bracket === '{' ? 1 : -1;
    most = Math.max(most, open);
  }
  return most;
}

/** Most levels of a text that was given to the parser. */
let parsed = 0;
const parse = JSON.parse.bind(JSON);
beforeEach(() => {
  parsed = 0;
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    parsed = Math.max(parsed, levelsOf(text));
    return parse(text, reviver) as unknown;
  });
});
afterEach(() => vi.restoreAllMocks());

const LEVELS = 300_000;
const lists = '['.repeat(LEVELS);
const objects = '{"a":'.repeat(LEVELS);
const closed = `${lists}${']'.repeat(LEVELS)}`;

const hostile: Readonly<Record<string, string>> = {
  'lists that never close': lists,
  'lists that close': closed,
  'objects that never close': objects,
  'objects that close': `${objects}1${'}'.repeat(LEVELS)}`,
  'a list a line': '[\n'.repeat(LEVELS),
  'an object a line': '{"a":\n'.repeat(LEVELS),
  'lists behind a byte order mark': `\ufeff${lists}`,
  'lists behind blanks': `${' '.repeat(5_000)}${lists}`,
  'lists behind a line of text': `Session of Monday\n${lists}`,
  'a list a line behind a line of text': `Session of Monday\n${'[\n'.repeat(LEVELS)}`,
  'lists behind text on their line': `Session of Monday: ${closed}`,
  'a field of a known list': `{"resourceSpans":${closed}}`,
  'more than 8 MiB of lists': '['.repeat(9 * 1024 * 1024),
  'more than 8 MiB of lists of objects': '[{"a":'.repeat(1_600_000),
  'more than 8 MiB of objects': '{"a":'.repeat(2 * 1024 * 1024),
};

describe('what nests too deep is refused before it is parsed', () => {
  test.each(Object.entries(hostile))('%s', async (_, content) => {
    for (const bytes of [Buffer.from(content), gzipSync(content), zstdFrame(content)]) {
      const trace = await loadTrace(scratch.file(bytes));
      expect(trace).toMatchObject({ ok: false, error: { code: 'too-deep' } });
      expect(trace).toMatchObject({
        error: { message: expect.stringContaining('deeper than 200 levels') as string },
      });
    }
    expect(parsed).toBeLessThanOrEqual(200);
  });

  test('in a line, an element and a text among good ones', async () => {
    const step = (n: number, text: string): string =>
      `{"type":"user","uuid":"u${n}","sessionId":"s","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":${text}}}
{"type":"assistant","uuid":"a${n}","parentUuid":"u${n}","sessionId":"s","timestamp":"2026-01-01T00:00:01Z","message":{"id":"m${n}","role":"assistant","model":"claude","content":[{"type":"text","text":"hi"}],"usage":{"input_tokens":${n},"output_tokens":2}}}`;
    const deepLine = `{"type":"user","x":${closed}}`;
    const lines = [step(1, '"one"'), deepLine, step(2, JSON.stringify(lists))];
    const trace = await loadTrace(scratch.file(lines.join('\n')));
    expect(trace).toMatchObject({
      ok: true,
      value: {
        receipt: { dropped: [{ reason: 'nested deeper than 200 levels', records: 1, at: [3] }] },
      },
    });
    expect(parsed).toBeLessThanOrEqual(200);
  });
});

test('brackets in strings and values side by side are no nesting', async () => {
  const text = `${'['.repeat(1_000)}\\"${'{'.repeat(1_000)}\\\\`;
  const content = `{"text":"${text}","many":[${'[],{},'.repeat(1_000)}1]}`;
  expect(await loadTrace(scratch.file(content))).toMatchObject({
    error: { code: 'unrecognized' },
  });
});
