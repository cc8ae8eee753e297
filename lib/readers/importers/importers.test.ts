import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSession, serializeSession, serializeSessions } from '@/lib/engine/session/serialize';
import type { Json } from '@/lib/engine/session/schema';
import { importErrorCodes, type ImportError } from './importer';
import { ReceiptBuilder, type Receipt } from './receipt';
import { importers, sniff } from './registry';
import { endOf } from './testing/end-of';
import { textFixtures as fixtures } from './testing/fixtures';
import { plainFixtures } from './testing/plain-fixtures';
import { readRecords, readTrace, type ReadTrace } from './testing/read-trace';
import type { Result } from '@/lib/engine/base/result';
import { successOf } from '@/lib/engine/base/testing/success-of';

const sum = (lines: Receipt['merged']): number =>
  lines.reduce((records, line) => records + line.records, 0);

/** A reader answers every input with consistent sessions, or with a known error. */
function expectAnswer(read: Result<ReadTrace, ImportError>): void {
  if (!read.ok) {
    expect(importErrorCodes).toContain(read.error.code);
    expect(read.error.message).toMatch(/\.$/);
    return;
  }
  const { format, sessions, receipt } = read.value;
  expect(sessions.length).toBeGreaterThan(0);
  expect(receipt.read).toBe(receipt.kept + sum(receipt.merged) + sum(receipt.dropped));
  for (const session of sessions) {
    expect(session.steps.length).toBeGreaterThan(0);
    if (format !== 'canonical') expect(session.name).not.toBe('');
    const same = { ok: true, value: session };
    const again = parseSession(JSON.parse(serializeSession(session)));
    // Says what differs, in many times the time.
    if (!isDeepStrictEqual(again, same)) expect(again).toEqual(same);
  }
  const lanes = sessions.map(({ source }) => `${source.sessionId}\n${source.lane}`);
  expect(new Set(lanes).size).toBe(lanes.length);
}

test('every importer brings fixtures', () => {
  for (const { id, inputs } of importers) {
    if (inputs.includes('sqlite')) continue;
    const all = [...fixtures, ...plainFixtures];
    expect(all.filter(({ format }) => format === id).length, id).toBeGreaterThan(0);
  }
});

describe.each(fixtures)('$format/$file', ({ format, input, text }) => {
  test('is claimed by its importer alone, by content and not by name', () => {
    const read = readTrace(text, input, 'unknown');
    expect(read).toMatchObject({ ok: true, value: { format } });
  });

  test('gives sessions that hold together and a receipt that adds up', () => {
    expectAnswer(readTrace(text, input));
  });

  test('survives serialisation: canonical text imports to the same sessions', () => {
    const first = successOf(readTrace(text, input));
    const again = successOf(readTrace(serializeSessions(first.sessions), 'json'));
    expect(again.format).toBe('canonical');
    expect(again.sessions).toEqual(first.sessions);
  });

  test('gives an error or less when it is cut anywhere', () => {
    const whole = readTrace(text, input);
    const entries = (read: typeof whole): number =>
      read.ok
        ? read.value.sessions.reduce(
            (n, { entries, steps }) => n + entries.length + steps.length,
            0,
          )
        : 0;
    const every = Math.max(1, Math.floor(text.length / 50));
    for (let end = 0; end < text.length; end += every) {
      const read = readTrace(text.slice(0, end), input);
      expectAnswer(read);
      if (input === 'json') expect(read.ok && text.slice(end).trim() !== '').toBe(false);
    }
    const lines = text.split('\n');
    for (let end = 0; input === 'jsonl' && end < lines.length; end++) {
      const read = readTrace(lines.slice(0, end).join('\n'), input);
      expectAnswer(read);
      expect(read.ok ? read.value.receipt.read : 0).toBeLessThanOrEqual(end);
    }
    expect(entries(whole)).toBeGreaterThan(0);
  });

  test('never throws, whatever stands in a field', () => {
    const places = jsonPlaces(text, input);
    const place = fc.integer({ min: 0, max: places.count - 1 });
    fc.assert(
      fc.property(place, fc.jsonValue({ maxDepth: 2 }), (at, value) => {
        expectAnswer(readRecords(places.replace(at, value as Json), input));
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

/** Every value of a trace by number, so that one can be replaced. */
function jsonPlaces(
  text: string,
  input: 'json' | 'jsonl',
): { count: number; replace: (at: number, value: Json) => (readonly [Json, number])[] } {
  const texts = input === 'json' ? [text] : text.split('\n').filter((line) => line !== '');
  const parsed = texts.map((line) => JSON.parse(line) as Json);
  let count = 0;
  const walk = (value: Json, at: number, replacement: Json): Json => {
    if (count++ === at) return replacement;
    if (Array.isArray(value)) return (value as Json[]).map((item) => walk(item, at, replacement));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, walk(item, at, replacement)]),
    );
  };
  for (const value of parsed) walk(value, -1, null);
  const total = count;
  return {
    count: total,
    replace: (at, replacement) => {
      count = 0;
      return parsed.map((value, i) => [walk(value, at, replacement), i + 1] as const);
    },
  };
}

describe('sniffing', () => {
  test('claims nothing that no importer knows', () => {
    for (const record of [{}, [], 'text', 1, null, { type: 'user' }, { format: 'other' }]) {
      for (const kind of ['json', 'jsonl'] as const) {
        const claim = sniff({ kind, records: [record] });
        expect(claim).toMatchObject({ ok: false, error: { code: 'unrecognized' } });
      }
    }
  });

  test('answers any head', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 3 }), (records) => {
        for (const kind of ['json', 'jsonl'] as const) sniff({ kind, records: records as Json[] });
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

test('an empty trace is said to be empty', () => {
  expect(readTrace('', 'jsonl')).toMatchObject({ ok: false, error: { code: 'empty' } });
  for (const importer of importers) {
    for (const input of importer.inputs) {
      const reader = importer.start(
        {
          file: 'unknown',
          store: { entry: () => 0, usage: () => 0 },
          receipt: new ReceiptBuilder(),
          session: () => {
            throw new Error('a session out of nothing');
          },
        },
        input,
      );
      expect(endOf(reader), importer.id).toMatchObject({ ok: false });
    }
  }
});
