import { expect, test } from 'vitest';
import { parseSession } from '../serialize';
import { textSession } from './text-session';

const session = textSession(`
  # a comment
  system 40
  tools 8 12
  limit 200000
  thoughts stripped
  model claude-x
  u "fix the bug"
  -- 1234 user-msg
  m 5
  + c read {"path":"a.go"}
  r read 3
  + r read {"error":"none"}
  i image/png 300
  == compact "short" kept 1-2 2-3
  == elide 0 2
  -- ?
  == compact
  -- 200819 > 200000 tool-results
`);

test('entries hold the parts of their lines', () => {
  expect(session.entries.map(({ role, parts }) => [role, parts])).toEqual([
    ['user', [{ kind: 'text', text: 'fix the bug' }]],
    [
      'model',
      [
        { kind: 'text', text: 'xxxxx' },
        { kind: 'call', name: 'read', args: { path: 'a.go' } },
      ],
    ],
    [
      'user',
      [
        { kind: 'response', name: 'read', response: { result: 'xxx' } },
        { kind: 'response', name: 'read', response: { error: 'none' } },
      ],
    ],
    ['user', [{ kind: 'inline', mime: 'image/png', bytes: 300 }]],
  ]);
});

test('steps hold what stands above them', () => {
  expect(
    session.steps.map(({ entries, real, rejected, reported, limit, label }) => [
      entries,
      real,
      rejected,
      reported,
      limit,
      label,
    ]),
  ).toEqual([
    [1, 1234, false, true, null, 'user-msg'],
    [4, null, false, false, null, ''],
    [4, 200819, true, false, 200000, 'tool-results'],
  ]);
  expect(session.model).toBe('claude-x');
});

test('compactions stand at their place in the log', () => {
  const brief = session.compactions.map(({ entry, step, kind, summary, kept, elided }) => [
    entry,
    step,
    kind,
    summary.length,
    kept,
    elided,
  ]);
  expect(brief).toEqual([
    [
      4,
      1,
      'summary',
      1,
      [
        [1, 2],
        [2, 3],
      ],
      [],
    ],
    [4, 1, 'elision', 0, [], [0, 2]],
    [4, 2, 'summary', 0, [], []],
  ]);
});

test('the head is set by name', () => {
  expect(session).toMatchObject({
    limit: { tokens: 200000, source: 'recording' },
    thoughts: 'stripped',
    prefix: { system: [{ text: 'x'.repeat(40) }], tools: [{ sizes: [8] }, { sizes: [12] }] },
  });
});

test('a picture is a canonical session', () => {
  expect(parseSession(JSON.parse(JSON.stringify(session)))).toEqual({ ok: true, value: session });
});

test('a line that means nothing throws with its number', () => {
  expect(() => textSession('u 5\nx 7')).toThrow('Line 2');
  expect(() => textSession('== forget')).toThrow('Line 1');
});
