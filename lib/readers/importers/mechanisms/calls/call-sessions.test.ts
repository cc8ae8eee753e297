import { describe, expect, test } from 'vitest';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { ReceiptBuilder } from '../../receipt';
import { call, sees, sessionsOf, words } from '../../testing/call-log';
import { endOf } from '../../testing/end-of';
import { CallSessions } from './call-sessions';

describe('requests that repeat the history', () => {
  test('are steps of one session, and a response is in the log once', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1'),
      call('u:a c:1 r:1:found', 'm:done'),
      call('u:a c:1 r:1:found m:done u:b', 'm:bye'),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a call response done b bye');
    expect(session && sees(session)).toEqual([1, 3, 5]);
    expect(session).toMatchObject({
      name: 'a',
      source: { sessionId: 'one', lane: 'main', agent: 'Tester', parent: null },
      prefix: { system: [{ text: 'You help.' }], tools: [{ name: 'grep' }] },
      model: 'gpt-5',
    });
  });

  test('are put in order of time, wherever they stand in the trace', () => {
    const [session] = sessionsOf(
      call('u:a m:x u:b', 'm:y', { time: 2000 }),
      call('u:a', 'm:x', { time: 1000 }),
    );
    expect(session && words(session)).toBe('a x b y');
    expect(session && sees(session)).toEqual([1, 3]);
  });

  test('and are retried are steps each, with the same entries', () => {
    const [session] = sessionsOf(
      call('u:a', '', { usage: null }),
      call('u:a', '', {
        usage: null,
        rejected: { real: 201_000, limit: 200_000, reserved: null, over: null },
      }),
      call('u:a', 'm:x'),
    );
    expect(session && sees(session)).toEqual([1, 1, 1]);
    expect(session?.steps[1]).toMatchObject({ real: 201_000, limit: 200_000, rejected: true });
    expect(session?.steps[0]?.real).toBeNull();
  });

  test('take the words in which the next request repeats a response', () => {
    const [session] = sessionsOf(call('u:a', 'm:x-'), call('u:a m:x u:b'));
    expect(session && words(session)).toBe('a x b');
  });

  test('keep a call that the next request answers without repeating it', () => {
    const user = { role: 'user', parts: [{ kind: 'text', text: 'a' }] } as const;
    const found = (text: string) =>
      ({
        role: 'user',
        parts: [{ kind: 'response', name: 'unknown', response: { result: text } }],
      }) as const;
    const [session, ...others] = sessionsOf(
      call('u:a', 'c:1'),
      call('', 'c:2', { messages: [user, found('one')] }),
      call('', 'm:done', { messages: [user, found('one'), found('two')] }),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a call response call response done');
    expect(session && sees(session)).toEqual([1, 3, 5]);
    expect(session?.notices).toEqual([]);
  });

  test('do not differ by thoughts that are left out later', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 't:x'),
      call('u:a t:x u:b', 't:y'),
      call('u:a m:x t:y u:c'),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a ~+x b ~+y c');
  });

  test('without a conversation are distinguished by their beginnings', () => {
    const unnamed = { conversation: null };
    const sessions = sessionsOf(
      call('u:a', 'm:x', unnamed),
      call('u:b', 'm:y', unnamed),
      call('u:a m:x u:c', '', unnamed),
      call('u:b m:y u:d', '', unnamed),
    );
    expect(sessions.map(words)).toEqual(['a x c', 'b y d']);
    expect(new Set(sessions.map(({ source }) => source.sessionId)).size).toBe(2);
  });
});

describe('requests that carry only what is new', () => {
  test('continue the call they name, or the conversation', () => {
    const [session, ...others] = sessionsOf(
      call('u:a', 'm:x', { id: 'r1' }),
      call('u:b', 'm:y', { id: 'r2', previous: 'r1', carries: 'delta' }),
      call('u:c', 'm:z', { carries: 'delta' }),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a x b y c z');
    expect(session && sees(session)).toEqual([1, 3, 5]);
  });
});

describe('a compaction is recognised', () => {
  const before = call('u:a c:1 r:1:long-result c:2 r:2:other', 'm:x', { real: 50_000 });

  test('by a request with a summary and a tail', () => {
    const [session, ...others] = sessionsOf(
      before,
      call('u:summary c:2 r:2:other m:x u:b', 'm:y'),
      call('u:summary c:2 r:2:other m:x u:b m:y u:c'),
    );
    expect(others).toEqual([]);
    expect(session && words(session)).toBe('a call response call response x b y c');
    expect(session && sees(session)).toEqual([5, 7, 9]);
    expect(session?.compactions).toMatchObject([
      { entry: 6, step: 1, kind: 'summary', kept: [[3, 6]], summary: [{ text: 'summary' }] },
    ]);
    expect(session?.notices.map(({ code }) => code)).toEqual(['compaction-inferred']);
  });

  test('by a first message kept, a summary and a tail', () => {
    const [session] = sessionsOf(before, call('u:a u:summary c:2 r:2:other m:x u:b'));
    expect(session?.compactions).toMatchObject([
      {
        entry: 6,
        kept: [
          [0, 1],
          [3, 6],
        ],
      },
    ]);
  });

  test('by messages left out without a summary', () => {
    const [session] = sessionsOf(before, call('u:a c:2 r:2:other m:x u:b'));
    expect(session?.compactions).toMatchObject([
      {
        summary: [],
        kept: [
          [0, 1],
          [3, 6],
        ],
      },
    ]);
  });

  test('by a much smaller request of the same conversation and agent', () => {
    const long = 'long'.repeat(50);
    const [session, ...others] = sessionsOf(
      call(`u:a c:1 r:1:${long} m:x u:b`, 'm:y', { real: 50_000 }),
      call('u:summary u:go-on', 'm:z'),
      call('u:summary u:go-on m:z u:c'),
    );
    expect(others).toEqual([]);
    expect(session?.compactions).toMatchObject([
      { entry: 6, step: 1, kept: [], summary: [{ text: 'summary' }, { text: 'go-on' }] },
    ]);
    expect(session && sees(session)).toEqual([5, 6, 8]);
  });

  test('as an elision where only results became smaller', () => {
    const [session] = sessionsOf(
      before,
      call('u:a c:1 r:1:gone c:2 r:2:other m:x u:b', 'm:y'),
      call('u:a c:1 r:1:gone c:2 r:2:other m:x u:b m:y u:c'),
    );
    expect(session?.compactions).toMatchObject([{ entry: 5, kind: 'elision', elided: [2] }]);
    expect(session && sees(session)).toEqual([5, 7, 9]);
  });

  test('twice', () => {
    const [session] = sessionsOf(
      before,
      call('u:s1 c:2 r:2:other m:x u:b', 'm:y', { real: 40_000 }),
      call('u:s2 m:x u:b m:y u:c', 'm:z', { real: 30_000 }),
    );
    expect(session?.compactions).toMatchObject([
      { kept: [[3, 6]] },
      { entry: 8, kept: [[5, 8]], summary: [{ text: 's2' }] },
    ]);
  });
});

describe('without a fall of the prompt tokens there is no compaction', () => {
  const before = `u:a c:1 r:1:${'long'.repeat(50)} c:2 r:2:other`;
  const after = [
    'u:summary u:go-on',
    'u:summary c:2 r:2:other m:x u:b',
    'u:a c:2 r:2:other m:x u:b',
  ];

  test.each(after)('by %s', (request) => {
    const sessions = sessionsOf(
      call(before, 'm:x', { real: 25 }),
      call(request, 'm:y', { real: 631 }),
    );
    expect(sessions.flatMap(({ compactions }) => compactions)).toEqual([]);
    expect(sessions.flatMap(({ steps }) => steps)).toHaveLength(2);
  });

  test.each(after)('but without counts %s is one, and the notice says so', (request) => {
    const sessions = sessionsOf(
      call(before, 'm:x', { real: null }),
      call(request, 'm:y', { real: null }),
    );
    expect(sessions.map(({ compactions }) => compactions.length)).toEqual([1]);
    expect(sessions[0]?.notices[0]).toMatchObject({
      code: 'compaction-inferred',
      message: expect.stringContaining('no token counts that could confirm it') as string,
    });
  });

  test('messages that are left out are found at the next fall', () => {
    const [session, ...others] = sessionsOf(
      call('u:a m:b u:c', 'm:d', { real: 500 }),
      call('u:c m:d u:e', 'm:f', { real: 510 }),
      call('m:f u:g', 'm:h', { real: 90 }),
    );
    expect(others).toEqual([]);
    expect(session && sees(session)).toEqual([3, 5, 7]);
    expect(session?.compactions).toMatchObject([{ step: 2, kept: [[5, 6]] }]);
  });
});

describe('other ways on', () => {
  test('a rewind is a branch that repeats the beginning', () => {
    const [main, branch] = sessionsOf(
      call('u:a', 'm:x'),
      call('u:a m:x u:b', 'm:y'),
      call('u:a m:x u:c', 'm:z'),
      call('u:a m:x u:c m:z u:d'),
    );
    expect([main, branch].map((session) => session && words(session))).toEqual([
      'a x b y',
      'a x c z d',
    ]);
    // The lane is the session with most steps; both have two here, so the older one wins.
    expect(branch?.source).toMatchObject({
      lane: 'main/branch-1',
      parent: { sessionId: 'one', lane: 'main', relation: 'branch' },
    });
  });

  test('a side call of another model without tools is a lane of its own', () => {
    const sessions = sessionsOf(
      call('u:a', 'm:title', { tools: null, system: null, model: 'small' }),
      call('u:a', 'm:x'),
      call('u:a m:x u:b'),
    );
    expect(sessions.map((session) => [words(session), session.source.lane])).toEqual([
      ['a title', 'main/side-1'],
      ['a x b', 'main'],
    ]);
    expect(sessions[0]?.source.parent).toMatchObject({ lane: 'main', relation: 'lane' });
  });

  test('lanes that the log names are linked to the lane that began them', () => {
    const sessions = sessionsOf(
      call('u:a', 'm:x', { lane: 'root' }),
      call('u:task', 'm:y', { lane: 'researcher', parentLane: 'root' }),
    );
    expect(sessions[1]?.source).toMatchObject({
      lane: 'researcher',
      parent: { sessionId: 'one', lane: 'root', relation: 'subagent' },
    });
  });

  test('a changed system prompt is noticed, and the first one counts', () => {
    const [session] = sessionsOf(
      call('u:a', 'm:x'),
      call('u:a m:x u:b', '', { system: [{ kind: 'text', text: 'Later.' }] }),
    );
    expect(session?.prefix.system).toMatchObject([{ text: 'You help.' }]);
    expect(session?.notices).toMatchObject([{ code: 'prefix-changed', times: 1 }]);
  });
});

test('a trace without calls is said to have none', () => {
  const sessions = new CallSessions(
    {
      file: 'calls.jsonl',
      store: new MemoryStore(),
      receipt: new ReceiptBuilder(),
      session: () => undefined,
    },
    { format: 'test', agent: 'Tester' },
  );
  expect(endOf(sessions)).toMatchObject({ ok: false, error: { code: 'no-sessions' } });
});
