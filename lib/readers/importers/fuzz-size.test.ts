import { describe, expect, test, vi } from 'vitest';
import { enlargeTrace } from '@/lib/readers/open/testing/enlarge-trace';
import { faultOf } from '@/lib/readers/open/testing/fault-of';
import {
  cpuTimeOf,
  MOST_TIMES_PARSING,
  parseMsPerMegabyte,
} from '@/lib/readers/open/testing/parse-pace';
import { findContradiction } from '@/lib/engine/session/check';
import { readBytes, type ReadBytes } from '@/lib/readers/open/testing/read-bytes';
import { textFixtures } from './testing/fixtures';

vi.setConfig({ testTimeout: 120_000 });

/** Large enough to expose work that grows with the square of a trace. */
const BYTES = 256 * 1024;

const pace = parseMsPerMegabyte();

/**
 * Processor time of a read against that of parsing as many bytes; the least of up to ten, since the
 * engine compiles during the first: work that grows with the square stays slow.
 */
function timesParsing(bytes: Buffer, input: 'json' | 'jsonl'): [number, ReadBytes] {
  let answer = readBytes(Buffer.alloc(0), input);
  let least = Infinity;
  for (let round = 0; round < 10 && least > MOST_TIMES_PARSING; round++) {
    const ms = cpuTimeOf(() => (answer = readBytes(bytes, input)));
    least = Math.min(least, ms / ((pace * bytes.length) / 1e6));
  }
  return [least, answer];
}

describe.each(textFixtures)('$format/$file, a quarter of a megabyte of it', ({ input, text }) => {
  test('is read whole and takes no more than a hundred times its parsing', () => {
    const bytes = Buffer.from(enlargeTrace(text, input, BYTES));
    const [times, { read }] = timesParsing(bytes, input);
    expect(times).toBeLessThan(MOST_TIMES_PARSING);
    const { sessions } = read.ok ? read.value : { sessions: [] };
    expect(sessions.length).toBeGreaterThan(0);
    expect(sessions.map(findContradiction).filter((fault) => fault !== null)).toEqual([]);
  });
});

/** Texts that are not traces, built to be slow: each of their beginnings looks like one. */
const hostile: Readonly<Record<string, string>> = {
  'brackets that open': '['.repeat(BYTES),
  'objects that open': '{"a":'.repeat(BYTES / 5),
  'a line of values': '{"type":"user"}'.repeat(BYTES / 15),
  'lines that close otherwise': '{"a":[}\n'.repeat(BYTES / 8),
  'lines that open': '{"a":[\n'.repeat(BYTES / 7),
  'a string without end': `{"a":"${'\\"'.repeat(BYTES / 2)}`,
  'blank lines': '\n'.repeat(BYTES),
  blanks: `${' '.repeat(BYTES)}{}`,
  'lines of nothing': 'null\n'.repeat(BYTES / 5),
  zeros: '\0'.repeat(BYTES),
  'keys alone': `{${Array.from({ length: BYTES / 16 }, (_, i) => `"${i}":0`).join(',')}}`,
};

describe.each(Object.entries(hostile))('%s', (_, text) => {
  test.each(['json', 'jsonl'] as const)('as %s are refused in no time', (input) => {
    const [times, { read }] = timesParsing(Buffer.from(text), input);
    expect(times).toBeLessThan(MOST_TIMES_PARSING);
    expect(read.ok).toBe(false);
    expect(faultOf(read)).toBeNull();
  });
});
