import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readTrace } from '../../testing/read-trace';

test('claude-trace: streams, overload, a rejection with its sizes, an orphan', () => {
  const { sessions, receipt } = readFixture('anthropic-log/claude-trace.jsonl');
  expect(receipt).toMatchObject({
    read: 6,
    kept: 5,
    dropped: [{ reason: 'a token count, no model call', records: 1, at: [1] }],
  });
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(session.source.sessionId).toBe('0a1b2c3d-0000-4000-8000-000000000001');
  expect(stepsOf(session)).toEqual([
    [1, 4 + 900 + 0],
    [3, null], // 529
    [3, 3 + 40 + 900],
    [5, 200819], // prompt is too long
    [5, null], // no response
  ]);
  expect(session.steps[0]).toMatchObject({ output: 61, cacheWrite: 900 });
  expect(session.steps[2]).toMatchObject({ output: 7, lengthStop: true });
  expect(session.steps[3]).toMatchObject({ rejected: true, limit: 200000 });
  // Cache marks move from request to request: they are no content.
  expect(entriesOf(session)).toEqual([
    'user text:Read a.md',
    'model thought:I should read it. call:Read{"path":"a.md"}',
    'user response:Read{"result":"# A"}',
    'model text:It is a heading.',
    'user text:Thanks. Next?',
  ]);
  expect(session.thoughts).toBe('stripped');
  expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You are Claude Code.' }]);
});

test('a compaction block stands for all before it; edits of the provider are listed', () => {
  const { sessions } = readFixture('anthropic-log/pairs.json');
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [3, 50000],
    [5, 1200],
  ]);
  expect(session.compactions).toMatchObject([
    { entry: 4, step: 1, trigger: 'auto', kept: [[3, 4]] },
  ]);
  expect(entriesOf(session)[3]).toBe(
    'model text:The user wants a list; two files were read. text:Here is the list.',
  );
  expect(session.notices.map(({ code }) => code)).toEqual(['context-edited']);
});

test('a log that begins in the middle: the first request’s messages are one call’s, not many', () => {
  const said = (role: string, content: string) => ({ role, content });
  const asked = [
    said('user', 'a'),
    said('assistant', 'b'),
    said('user', 'c'),
    said('assistant', 'd'),
  ];
  const call = (messages: readonly object[], input_tokens: number, text: string) => ({
    request: { model: 'claude-sonnet-4-5', max_tokens: 9, system: 'Be brief.', messages },
    response: {
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text }],
      usage: { input_tokens, output_tokens: 3 },
    },
  });
  const first = [...asked, said('user', 'e')];
  const second = [...first, said('assistant', 'f'), said('user', 'g')];
  const lines = [call(first, 90_000, 'f'), call(second, 90_050, 'h')];
  const read = readTrace(lines.map((line) => JSON.stringify(line)).join('\n'), 'jsonl');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.format).toBe('anthropic-log');
  expect(read.value.sessions.map(stepsOf)).toEqual([
    [
      [5, 90_000],
      [7, 90_050],
    ],
  ]);
  expect(read.value.sessions[0]?.compactions).toEqual([]);
});
