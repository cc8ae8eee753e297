import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { faultOf } from '@/lib/readers/open/testing/fault-of';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import { mutateTrace } from '@/lib/readers/open/testing/mutate-trace';
import {
  cpuTimeOf,
  MOST_TIMES_PARSING,
  parseMsPerMegabyte,
} from '@/lib/readers/open/testing/parse-pace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { serializeSessions } from '@/lib/engine/session/serialize';
import { repeats } from '@/lib/tools/suites/endurance';
import { importers } from './registry';
import { plainFixtures } from './testing/plain-fixtures';
import { readPlain, readTrace } from './testing/read-trace';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const pace = parseMsPerMegabyte();

/** Large enough to expose work that grows with the square of a trace. */
const BYTES = 256 * 1024;

const linesOf = (text: string): readonly string[] => text.split('\n');

test('formats of texts take nothing else', () => {
  const plain = importers.filter(({ inputs }) => inputs.includes('text'));
  expect(plain.length).toBeGreaterThan(0);
  for (const { id, inputs, lists } of plain)
    // An export that comes as a table or as JSON is one format.
    expect([inputs, lists], id).toEqual([
      id === 'openrouter' ? ['json', 'jsonl', 'text'] : ['text'],
      undefined,
    ]);
});

describe.each(plainFixtures)('$format/$file', ({ format, text }) => {
  const whole = readPlain(text);

  test('is claimed by its importer alone, by content and not by name, packed or not', async () => {
    for (const content of [text, `\ufeff${text}`, gzipSync(text)]) {
      const read = await loadTrace(scratch.file(content));
      expect(read).toMatchObject({ ok: true, value: { importer: format } });
      if (!read.ok || !whole.ok) throw new Error('not read');
      expect(read.value.receipt).toEqual(whole.value.receipt);
      expect(read.value.sessions.map(({ entries }) => entries)).toEqual(
        whole.value.sessions.map(({ entries }) => entries),
      );
    }
  });

  test('gives sessions that hold together and survive serialisation', () => {
    expect(faultOf(whole)).toBeNull();
    if (!whole.ok) throw new Error(whole.error.message);
    const again = readTrace(serializeSessions(whole.value.sessions), 'json');
    expect(again).toMatchObject({ ok: true, value: { sessions: whole.value.sessions } });
  });

  test('gives an error or less when it is cut anywhere, and never counts a line twice', () => {
    for (let end = 0; end < text.length; end += 7) {
      const read = readPlain(text.slice(0, end));
      expect(faultOf(read)).toBeNull();
      if (read.ok) expect(read.value.receipt.read).toBeLessThanOrEqual(linesOf(text).length);
    }
  });

  test('lines in any order, left out or repeated, end in sessions or a known error', () => {
    const lines = linesOf(text);
    const [head = '', ...rest] = lines.slice(lines.findIndex((line) => line !== ''));
    const some = fc.array(fc.constantFrom(...rest), { maxLength: 60, size: 'max' });
    const property = fc.property(some, (body) => {
      const read = readPlain([head, ...body].join('\n'));
      expect(faultOf(read)).toBeNull();
      if (read.ok) expect(read.value.receipt.read).toBeLessThanOrEqual(body.length + 1);
    });
    fc.assert(property, { numRuns: repeats(200, 2_000) });
  });

  test('damaged bytes are read or refused', async () => {
    const number = fc.nat(2 ** 30);
    const kind = fc.constantFrom('flip', 'cut', 'hole', 'insert');
    const damage = fc.array(fc.record({ kind, a: number, b: number, c: number }), {
      minLength: 1,
      maxLength: 3,
    });
    const property = fc.asyncProperty(damage, async (all) => {
      let bytes: Buffer = Buffer.from(text);
      for (const one of all) bytes = mutateTrace(bytes, 'jsonl', one);
      expect(faultOf(await loadTrace(scratch.file(bytes)))).toBeNull();
    });
    await fc.assert(property, { numRuns: repeats(40, 400) });
  });

  test('a quarter of a megabyte takes no more than a hundred times its parsing', () => {
    const large = text.repeat(Math.ceil(BYTES / text.length));
    let least = Infinity;
    for (let round = 0; round < 10 && least > MOST_TIMES_PARSING; round++) {
      const ms = cpuTimeOf(() => expect(readPlain(large).ok).toBe(true));
      least = Math.min(least, ms / ((pace * large.length) / 1e6));
    }
    expect(least).toBeLessThan(MOST_TIMES_PARSING);
  });

  test('one line without end, and nothing but its first line, are refused or read in no time', () => {
    const head = linesOf(text).find((line) => line !== '') ?? '';
    for (const rest of [
      'x'.repeat(BYTES),
      '\n'.repeat(BYTES),
      `${head}\n`.repeat(2_000),
      '[['.repeat(9),
    ]) {
      const [ms] = [cpuTimeOf(() => expect(faultOf(readPlain(`${head}\n${rest}`))).toBeNull())];
      expect(ms).toBeLessThan(5_000);
    }
  });
});
