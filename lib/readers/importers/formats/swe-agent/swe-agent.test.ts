import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, Session } from '@/lib/engine/session/schema';
import type { Receipt } from '../../receipt';
import { readRecords, readTrace } from '../../testing/read-trace';

function read(name: string): { sessions: readonly Session[]; receipt: Receipt } {
  const url = new URL(`fixtures/swe-agent/${name}.json`, import.meta.url);
  const trace = readTrace(readFileSync(url, 'utf8'), 'json', `${name}.json`);
  if (!trace.ok) throw new Error(trace.error.message);
  expect(trace.value.format).toBe('swe-agent');
  return trace.value;
}

const brief = (session: Session | undefined): unknown =>
  session?.steps.map(({ entries, real, label }) => [entries, real, label]);

describe('a .traj file', () => {
  const { sessions, receipt } = read('history');
  const [main, reviewer] = sessions;

  test('has a step for each answer that is no demonstration, without usage', () => {
    expect(brief(main)).toEqual([
      [3, null, 'user-msg'],
      [5, null, 'tool-results'],
    ]);
    expect(main?.prefix.system).toEqual([{ kind: 'text', text: 'You are SWE-agent.' }]);
    expect(main?.entries.map(({ label }) => label ?? null)).toEqual([
      'demonstration',
      'demonstration',
      null,
      null,
      null,
      null,
    ]);
    expect(main?.entries[4]?.parts).toEqual([
      { kind: 'response', name: 'bash', id: 't1', response: { result: 'a.py b.py and much more' } },
    ]);
  });

  test('says that only totals are known', () => {
    expect(main?.notices).toEqual([
      {
        code: 'usage-totals',
        message: 'Only totals are recorded: 5000 tokens sent and 120 received in 3 calls.',
        at: [],
        times: 1,
      },
    ]);
  });

  test('records outputs that the next request no longer held', () => {
    expect(main?.compactions).toMatchObject([{ entry: 5, step: 1, kind: 'elision', elided: [4] }]);
  });

  test('makes another agent a session of its own', () => {
    expect(reviewer?.source).toMatchObject({
      lane: 'reviewer',
      parent: { sessionId: 'history.json', lane: 'main', relation: 'lane' },
    });
    expect(brief(reviewer)).toEqual([[1, null, 'user-msg']]);
    expect(receipt).toMatchObject({ read: 10, kept: 9, dropped: [{ records: 1 }] });
  });

  test('without a history is read from its newest request', () => {
    expect(brief(read('queries').sessions[0])).toEqual([[1, null, 'user-msg']]);
  });
});

test('mini-swe-agent has usage at each answer, checked against its own total', () => {
  const { sessions, receipt } = read('mini');
  const [session] = sessions;
  expect(brief(session)).toEqual([
    [1, 700, 'user-msg'],
    [3, 8667, 'tool-results'],
  ]);
  expect(session?.steps[0]).toMatchObject({
    lengthStop: true,
    model: 'gpt-5-mini',
    time: '2026-03-01T10:00:00.500Z',
  });
  expect(session?.notices.map(({ code }) => code)).toEqual(['usage-relabelled']);
  expect(receipt).toMatchObject({ read: 6, kept: 5 });
});

test('a request is looked through once, for any number of messages before its answer', () => {
  let looks = 0;
  const message = (): Json =>
    Object.defineProperty({ role: 'user' }, 'content', {
      enumerable: true,
      get: () => (looks++, 'Hi'),
    });
  const messages = Array.from({ length: 200 }, message);
  const document = {
    environment: 'e',
    trajectory: [{ action: '', observation: '', response: 'Hello.', messages }],
    info: {},
  };
  const read = readRecords([[document, 1]], 'json');
  expect(read).toMatchObject({ ok: true, value: { receipt: { kept: 201 } } });
  expect(looks).toBeLessThan(10 * messages.length);
});
