import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace, type ReadTrace } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { stepsOf } from '../../testing/session-view';

function read(name: string, file = 'unknown'): ReadTrace {
  const url = new URL(`fixtures/gemini-cli/${name}`, import.meta.url);
  const input = name.endsWith('.jsonl') ? 'jsonl' : 'json';
  return successOf(readTrace(readFileSync(url, 'utf8'), input, file));
}

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
      '11:1200000!',
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

describe('a chat that version 0.61 wrote', () => {
  const header = {
    sessionId: 's',
    projectHash: 'p',
    startTime: '2026-11-27T23:45:35Z',
    kind: 'main',
  };
  const setup = {
    id: 'm0',
    type: 'user',
    content: [{ text: '<session_context>\nToday is Friday.' }],
  };
  const functionCall = { name: 'read_file', args: { file_path: 'a' } };
  const answer = { functionResponse: { id: 't1', name: 'read_file', response: { output: 'one' } } };
  const tokens = (input: number) => ({ input, output: 5, cached: 0, thoughts: 0, tool: 0 });
  const asked = { id: 'm1', type: 'user', content: [{ text: 'Read a' }] };
  const read = {
    ...{ id: 'm2', type: 'gemini', content: 'I read👩\u200d💻.', tokens: tokens(4_000) },
    toolCalls: [{ id: 't1', ...functionCall, result: [answer] }],
  };
  // Written again, it holds the joiner of the emoji and the call; the chat's own copy may lack both.
  const written = (id: string) => ({
    ...{ id, type: 'gemini' },
    content: [{ text: 'I read👩\u200d💻.' }, { functionCall }],
  });
  const result = { id: 'm3', type: 'user', content: [answer] };
  const done = { id: 'm4', type: 'gemini', content: 'One.', tokens: tokens(5_000) };
  const chat = [
    ...[header, { $set: { messages: [setup] } }, asked],
    ...[{ ...read, content: 'I read👩💻.' }, result, done],
  ];
  const sessionOf = (records: readonly object[]): Session => {
    const trace = readTrace(records.map((one) => JSON.stringify(one)).join('\n'), 'jsonl', 'chat');
    if (!trace.ok) throw new Error(trace.error.message);
    return trace.value.sessions[0] as Session;
  };

  test('has a result once, with its call, and the name that the user gave', () => {
    const session = sessionOf(chat);
    expect(stepsOf(session)).toEqual(['2:4000', '4:5000']);
    expect(session.name).toBe('Read a');
  });

  test('is written anew by a resume, which is no compaction', () => {
    const whole = [setup, asked, written('m2'), { ...result, id: 'm2' }, result, done];
    const resumed = [header, { $set: { messages: [setup] } }, { $set: { messages: whole } }];
    const more = { id: 'm5', type: 'user', content: [{ text: 'And b?' }] };
    const session = sessionOf([...chat, ...resumed, more, { ...done, id: 'm6' }]);
    expect(session.compactions).toEqual([]);
    // A resumed chat sends the result with its call, and as the message behind it once more.
    expect(stepsOf(session)).toEqual(['2:4000', '4:5000', '7:5000']);
    expect(session.steps.map(({ label }) => label)).toEqual([
      ...['user-msg', 'tool-results', 'resumed'],
    ]);
  });

  test('is compressed where its history changes: what it keeps has other ids', () => {
    const summary = { id: 'n1', type: 'user', content: [{ text: '<state_snapshot>Read.' }] };
    const kept = [setup, summary, written('n2')];
    const more = { id: 'm5', type: 'user', content: [{ text: 'And b?' }] };
    // Between a call and its result: the result comes behind the list, and is part of what follows.
    const session = sessionOf([
      ...[header, { $set: { messages: [setup] } }, asked, { ...read, content: 'I read👩💻.' }],
      ...[{ $set: { messages: kept } }, result, done, more, { ...done, id: 'm6' }],
    ]);
    expect(session.compactions).toMatchObject([
      {
        step: 1,
        kept: [
          [0, 1],
          [2, 4],
        ],
        summary: [{ kind: 'text', text: '<state_snapshot>Read.' }],
      },
    ]);
  });
});
