import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace, type ReadTrace } from '../../testing/read-trace';

function read(name: string, file = 'unknown'): ReadTrace {
  const url = new URL(`fixtures/gemini-cli/${name}`, import.meta.url);
  const input = name.endsWith('.jsonl') ? 'jsonl' : 'json';
  const trace = readTrace(readFileSync(url, 'utf8'), input, file);
  if (!trace.ok) throw new Error(trace.error.message);
  return trace.value;
}

/** `entries:real` of each step; `-` for one without a count, `!` for a refused one. */
const stepsOf = ({ steps }: Session): string[] =>
  steps.map(({ entries, real, rejected }) => `${entries}:${rejected ? '!' : (real ?? '-')}`);

/** The first text, call or result of each entry. */
const shapeOf = ({ entries }: Session): string[] =>
  entries.map(({ role, parts }) => {
    const [part] = parts;
    if (part?.kind === 'text') return `${role}: ${part.text}`;
    return `${role}: ${part?.kind ?? ''} ${part && 'id' in part ? (part.id ?? '') : ''}`;
  });

const reasonsOf = ({ receipt }: ReadTrace): Record<string, number> =>
  Object.fromEntries(
    [...receipt.merged, ...receipt.dropped].map(({ reason, records }) => [reason, records]),
  );

describe('a session document', () => {
  const trace = read('session.json');
  const session = trace.sessions[0] as Session;

  test('puts results behind their answer and leaves thoughts out', () => {
    expect(shapeOf(session)).toEqual([
      'user: Write a colour file',
      'model: I will.',
      'user: response t1',
      'user: response t2',
      'model: It is there; I remove it.',
      'model: call t3',
      'user: response t3',
      'model: Done.',
      'user: What is this?',
      'user: And now?',
      'user: Too much',
      'user: Again',
      'model: Hello again.',
      'model: No count for this one.',
    ]);
    expect(session.entries[1]?.parts.map(({ kind }) => kind)).toEqual(['text', 'call', 'call']);
    expect(session.entries[8]?.parts[1]).toEqual({ kind: 'inline', mime: 'image/png', bytes: 6 });
  });

  test('counts calls: what tools of the provider read comes on top', () => {
    expect(stepsOf(session)).toEqual([
      '1:12000',
      '4:12400',
      // m5 is the call of m3, kept apart from it by an info message: no step of its own.
      '7:12507',
      // cancelled, failed, refused
      '9:-',
      '10:-',
      '11:!',
      '12:5000',
      '13:-',
    ]);
    expect(session.steps[5]).toMatchObject({ real: 1_200_000, limit: 1_048_576 });
    expect(session.steps[0]).toMatchObject({
      output: 200,
      model: 'gemini-2.5-pro',
      label: 'user-msg',
      usage: { input: 12000, output: 50, cached: 2000, thoughts: 150, tool: 0, total: 12200 },
    });
    expect(session.steps[1]?.label).toBe('tool-results');
  });

  test('suspects a compression where the prompt halves, but records none', () => {
    expect(session.compactions).toEqual([]);
    expect(session.notices.map(({ code, at }) => [code, at])).toEqual([
      ['call-cancelled', ['$.messages[7]']],
      ['call-failed', ['$.messages[9]']],
      ['compression-suspected', ['$.messages[13]']],
    ]);
  });

  test('counts every message once', () => {
    expect(session.name).toBe('Colour files');
    expect(reasonsOf(trace)).toEqual({
      'not part of a request: info': 1,
      'not part of a request: warning': 1,
    });
    expect(trace.receipt).toMatchObject({ read: 16, kept: 14 });
  });
});

describe('a session of records', () => {
  const trace = read('session.jsonl');
  const [main, branch] = trace.sessions as [Session, Session];

  test('takes the last state of a message, once', () => {
    expect(trace.sessions).toHaveLength(2);
    expect(main.name).toBe('The log');
    expect(shapeOf(main)).toEqual([
      'user: Read the log',
      'model: Reading.',
      'user: response t1',
      'model: It says line.',
      'user: The right turn',
      'model: Going here.',
      'user: Go on',
      'model: On we go.',
      'user: And now',
      'model: Now this.',
    ]);
    expect(stepsOf(main)).toEqual(['1:10000', '3:10200', '5:10310', '7:10200', '9:3000']);
  });

  test('a rewind leaves a branch with its own calls', () => {
    expect(shapeOf(branch).slice(-2)).toEqual(['user: A wrong turn', 'model: Going there.']);
    expect(stepsOf(branch)).toEqual(['5:10300']);
    expect(branch.source).toMatchObject({
      lane: 'main/rewind-1',
      parent: { sessionId: main.source.sessionId, lane: 'main', relation: 'branch' },
    });
  });

  test('messages written anew are a masking or a compression', () => {
    expect(main.compactions).toMatchObject([
      { kind: 'elision', entry: 6, step: 3, elided: [2], summary: [] },
      {
        kind: 'summary',
        entry: 8,
        step: 4,
        kept: [[6, 8]],
        summary: [
          { kind: 'text', text: '<state_snapshot>The log says line.</state_snapshot>' },
          { kind: 'text', text: 'Got it.' },
        ],
        time: '2026-03-01T10:00:30.000Z',
      },
    ]);
    // 3,000 after 10,200 is the recorded compression, not a suspected one.
    expect(main.notices).toEqual([]);
  });

  test('accounts for every record', () => {
    expect(reasonsOf(trace)).toEqual({
      'data of the session': 2,
      'earlier state of a message': 3,
      'messages rewound': 1,
      'new list of messages': 2,
    });
  });
});

describe('a sub-agent', () => {
  test('is linked to the session whose folder it lies in', () => {
    const [session] = read('sub-agent.jsonl', 'chats/0c0ffee0-2/sub-1.jsonl').sessions;
    expect(session?.source).toMatchObject({
      sessionId: 'sub-1',
      parent: { sessionId: '0c0ffee0-2', lane: 'main', relation: 'subagent' },
    });
  });

  test('stands alone where the folder is not known', () => {
    const [session] = read('sub-agent.jsonl').sessions;
    expect(session?.source.parent).toBeNull();
  });
});

describe('a saved history', () => {
  test('has calls without usage', () => {
    const trace = read('checkpoint.json');
    const [session] = trace.sessions as [Session];
    expect(session.name).toBe('List the files');
    expect(stepsOf(session)).toEqual(['1:-', '3:-', '5:-']);
    expect(trace.receipt).toMatchObject({ read: 7, kept: 6 });
  });

  test('is known by its setup or its authentication, not by its shape', () => {
    expect(read('checkpoint-with-authentication.json').format).toBe('gemini-cli');
    const history = [
      { role: 'user', parts: [{ text: 'Hello' }] },
      { role: 'model', parts: [{ text: 'Hi' }] },
    ];
    for (const document of [history, { history }]) {
      const other = readTrace(JSON.stringify(document), 'json');
      expect(other.ok ? other.value.format : '').not.toBe('gemini-cli');
    }
  });
});

test('an output as long as recorded outputs get is marked', () => {
  const document = (length: number): string =>
    JSON.stringify({
      sessionId: 's',
      projectHash: 'p',
      messages: [
        { id: 'a', type: 'user', content: 'x' },
        {
          id: 'b',
          type: 'gemini',
          content: '',
          tokens: { input: 10, output: 1, total: 11 },
          toolCalls: [
            {
              id: 't',
              name: 'cat',
              args: {},
              result: [
                {
                  functionResponse: {
                    id: 't',
                    name: 'cat',
                    response: { output: 'x'.repeat(length) },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  const codes = (length: number): unknown => {
    const trace = readTrace(document(length), 'json');
    return trace.ok && trace.value.sessions[0]?.notices.map(({ code }) => code);
  };
  expect(codes(50 * 1024)).toEqual(['tool-output-cut']);
  expect(codes(40_000)).toEqual([]);
});
