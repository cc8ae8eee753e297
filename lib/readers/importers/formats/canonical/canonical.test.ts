import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureSession } from '@/lib/engine/tokens/measure';
import { readTrace } from '../../testing/read-trace';

const fixture = (name: string): string =>
  readFileSync(new URL(`fixtures/canonical/${name}.json`, import.meta.url), 'utf8');

type Document = Record<string, unknown>;

/** Reads a changed copy of the whole fixture. */
function readChanged(change: (document: Document) => void): ReturnType<typeof readTrace> {
  const document = JSON.parse(fixture('whole')) as Document;
  change(document);
  return readTrace(JSON.stringify(document), 'json');
}

test('a document gives back its session as it is', () => {
  const read = readTrace(fixture('whole'), 'json');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.sessions).toEqual([JSON.parse(fixture('whole'))]);
  expect(read.value.receipt).toMatchObject({ read: 1, kept: 1, merged: [], dropped: [] });
});

test('a bug report gives the session it holds, with what was expected as a note', () => {
  const read = readTrace(fixture('bug-report'), 'json');
  if (!read.ok) throw new Error(read.error.message);
  const { session } = JSON.parse(fixture('bug-report')) as { readonly session: object };
  const note = { first: 1, last: 1, text: 'Bug report, expected here: it compacts' };
  expect(read.value.sessions).toEqual([{ ...session, notes: [note] }]);
});

test.each([
  ['another version of a session', { session: { format: 'highwater-session', version: 99 } }],
  ['no session', { session: null }],
  ['a step that the session lacks', { step: 9_999 }],
])('a bug report with %s is refused', (_, change) => {
  const report = { ...(JSON.parse(fixture('bug-report')) as object), ...change };
  const read = readTrace(JSON.stringify(report), 'json');
  expect(read.ok ? [] : read.error.message).toMatch(/\.$/);
});

test('the numbers-only form measures to the same integers', () => {
  const [whole, numbers] = ['whole', 'numbers-only'].map((name) => {
    const read = readTrace(fixture(name), 'json');
    if (!read.ok) throw new Error(read.error.message);
    const {
      head,
      entries: columns,
      steps,
      sum,
      fallbackSum,
    } = measureSession(read.value.sessions[0]!);
    // The numbers were written before they kept characters and units: there are none, and guesses.
    const { scripts, units: _, ...entries } = columns;
    expect(scripts.latin.some((count) => count > 0)).toBe(name === 'whole');
    return {
      system: head.system,
      tools: head.tools,
      compactions: head.compactions,
      entries,
      sum,
      fallbackSum,
      real: steps.real,
      request: steps.requestBytes,
    };
  });
  expect(numbers).toEqual(whole);
});

test('several sessions come one by one; one without a step is a receipt line', () => {
  const read = readTrace(fixture('several'), 'json');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.sessions.map(({ name }) => name)).toEqual(['One', 'Two']);
  expect(read.value.receipt).toMatchObject({
    read: 3,
    kept: 2,
    dropped: [{ reason: 'session without a step', records: 1, at: ['$.sessions[1]'] }],
  });
});

describe('a document that is wrong names the place', () => {
  const cases: readonly [string, (document: Document) => void, string, string][] = [
    ['an unknown version', (d) => (d['version'] = 2), 'unsupported-version', '$.version'],
    ['no version', (d) => delete d['version'], 'malformed', '$.version'],
    ['a wrong type', (d) => (d['name'] = 7), 'malformed', '$.name'],
    [
      'a step beyond the log',
      (d) => set(d, 'steps', 2, 'entries', 99),
      'malformed',
      '$.steps[2].entries',
    ],
    [
      'steps that go back',
      (d) => set(d, 'steps', 2, 'entries', 0),
      'malformed',
      '$.steps[2].entries',
    ],
    ['a negative real', (d) => set(d, 'steps', 0, 'real', -1), 'malformed', '$.steps[0].real'],
    ['an absurd real', (d) => set(d, 'steps', 0, 'real', 2 ** 40), 'malformed', '$.steps[0]'],
    [
      'a kept range out of bounds',
      (d) => set(d, 'compactions', 0, 'kept', [[1, 9]]),
      'malformed',
      '$.compactions[0]',
    ],
    [
      'a blanked entry out of bounds',
      (d) => set(d, 'compactions', 1, 'elided', [8]),
      'malformed',
      '$.compactions[1]',
    ],
    [
      'a compaction of no step',
      (d) => set(d, 'compactions', 0, 'step', 99),
      'malformed',
      '$.compactions[0]',
    ],
    [
      'a role of its own',
      (d) => set(d, 'entries', 0, 'role', 'system'),
      'malformed',
      '$.entries[0].role',
    ],
    ['a field too many', (d) => (d['extra'] = 1), 'malformed', '$'],
  ];
  test.each(cases)('%s', (_, change, code, at) => {
    const read = readChanged(change);
    expect(read).toMatchObject({ ok: false, error: { code, at } });
  });

  test('in a set of sessions', () => {
    const text = fixture('several').replace('"real": 12', '"real": "many"');
    expect(readTrace(text, 'json')).toMatchObject({
      ok: false,
      error: { code: 'malformed', at: '$.sessions[2].steps[0].real' },
    });
  });

  test('nested too deep', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const text = fixture('whole').replace('"path": "a.go"', `"path": ${deep}`);
    expect(readTrace(text, 'json')).toMatchObject({ ok: false, error: { code: 'malformed' } });
  });
});

test('a document without a step holds no session', () => {
  const read = readChanged((document) => {
    document['steps'] = [];
    document['compactions'] = [];
  });
  expect(read).toMatchObject({ ok: false, error: { code: 'no-sessions' } });
});

function set(document: Document, list: string, index: number, key: string, value: unknown): void {
  const item = (document[list] as Document[])[index];
  if (item) item[key] = value;
}
