import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { onlyOne } from '@/lib/engine/base/testing/only-one';

function read(name: string): { sessions: readonly Session[]; receipt: unknown } {
  const url = new URL(`fixtures/pi/${name}.jsonl`, import.meta.url);
  const trace = successOf(readTrace(readFileSync(url, 'utf8'), 'jsonl', `${name}.jsonl`));
  expect(trace.format).toBe('pi');
  return trace;
}

const first = (sessions: readonly Session[]): Session => {
  const session = onlyOne(sessions);
  return session;
};

describe('version 1, a linear log', () => {
  const { sessions, receipt } = read('linear');
  const session = first(sessions);

  test('has a step for each attempted call; an aborted one is not reported to the policy', () => {
    expect(sessions).toHaveLength(1);
    expect(
      session.steps.map(({ entries, real, reported, label, output, cacheWrite, model }) => [
        entries,
        real,
        reported,
        label,
        output,
        cacheWrite,
        model,
      ]),
    ).toEqual([
      [1, 1000, true, 'user-msg', 40, 100, 'claude-opus-4-5'],
      [4, 1070, false, 'aborted', 4, 60, 'claude-opus-4-5'],
      [5, null, false, 'aborted', 0, 0, 'claude-opus-4-5'],
      [7, 1150, true, 'user-msg', 12, 30, 'claude-opus-4-5'],
      [9, 700, true, 'user-msg', 900, 0, 'gpt-5.5'],
    ]);
    expect(session.steps[4]).toMatchObject({ lengthStop: true, time: '2026-01-05T10:09:00.000Z' });
  });

  test('holds what was sent, and nothing made for the screen', () => {
    expect(session.entries.map(({ parts }) => parts.map(({ kind }) => kind).join())).toEqual([
      'text',
      'call,call',
      'response',
      'response',
      'thought',
      'text',
      'text',
      'text',
      'text',
      'text',
    ]);
    expect(session.entries[3]?.parts).toEqual([
      { kind: 'response', name: 'read', id: 'c2', response: { result: 'line two' } },
    ]);
    expect(session.entries[5]).toMatchObject({
      role: 'user',
      label: 'bash',
      parts: [{ kind: 'text', text: 'Ran `ls`\n```\na.ts\nb.ts\n\n```' }],
    });
  });

  test('keeps from the record that the compaction names by its index', () => {
    expect(session.compactions).toEqual([
      {
        entry: 8,
        step: 4,
        kind: 'summary',
        trigger: 'unknown',
        summary: [
          {
            kind: 'text',
            text: 'The conversation history before this point was compacted into the following summary:\n\n<summary>\n# Checkpoint\nParser tidied.\n</summary>',
          },
        ],
        kept: [[6, 8]],
        elided: [],
        preTokens: 1162,
        postTokens: null,
        time: '2026-01-05T10:07:00.000Z',
      },
    ]);
  });

  test('has the thinking level from the step on at which it changed', () => {
    expect(session.asked).toEqual([{ from: 1, effort: 'low' }]);
  });

  test('accounts for every line', () => {
    expect(receipt).toMatchObject({
      read: 15,
      kept: 13,
      merged: [],
      dropped: [
        { reason: 'not part of a request: thinking_level_change', records: 1, at: [6] },
        { reason: 'not part of a request: model_change', records: 1, at: [13] },
      ],
    });
  });

  test('is named after the first words of its user', () => {
    expect(session).toMatchObject({ name: 'Tidy the parser', thoughts: 'kept' });
    expect(session.source).toEqual({
      format: 'pi',
      file: 'linear.jsonl',
      agent: 'pi',
      agentVersion: 'up to 0.30',
      sessionId: '11111111-2222-3333-4444-555555555555',
      lane: 'main',
      parent: null,
    });
  });
});

describe('a tree', () => {
  const { sessions, receipt } = read('tree');
  const [main, branch] = sessions;

  test('follows the newest line; the path left behind is a session linked to it', () => {
    expect(sessions.map(({ source, name }) => [source.lane, source.parent, name])).toEqual([
      ['main', null, 'Move the module'],
      [
        'main/branch-1',
        { sessionId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', lane: 'main', relation: 'branch' },
        'Move the module (abandoned branch 1)',
      ],
    ]);
    expect(main?.steps.map(({ entries, real, label }) => [entries, real, label])).toEqual([
      [1, 500, 'user-msg'],
      [5, 530, 'aborted'],
      [5, 200_819, 'user-msg'],
      [5, 600, 'user-msg'],
      [7, 300, 'user-msg'],
      [9, 320, 'user-msg'],
    ]);
    expect(branch?.steps.map(({ entries, real, label }) => [entries, real, label])).toEqual([
      [3, 520, 'user-msg'],
      [5, 560, 'tool-results'],
    ]);
    expect(branch?.entries).toHaveLength(6);
  });

  test('does not send again what an aborted call had written', () => {
    const texts = main?.entries.flatMap(({ parts }) =>
      parts.map((part) => (part.kind === 'text' ? part.text : part.kind)),
    );
    expect(texts).toEqual([
      'Plan the move',
      'Two ways.',
      'The first way was tried.',
      'Take the second',
      'Remember the tests.',
      'call',
      'response',
      'inline',
      'Looks right.',
      'Ship it',
      'Shipped.',
    ]);
    expect(main?.entries[6]?.parts[1]).toEqual({ kind: 'inline', mime: 'image/png', bytes: 11 });
    expect(main?.entries[4]?.label).toBe('memory');
  });

  test('reads a refusal for size from the error', () => {
    expect(main?.steps[2]).toMatchObject({ rejected: true, reported: false, limit: 200_000 });
    expect(main?.limit).toEqual({ tokens: 200_000, source: 'recording' });
  });

  test('keeps what the compaction names; a context edit is an elision', () => {
    expect(
      main?.compactions.map(({ kind, entry, step, kept, elided, preTokens }) => ({
        kind,
        entry,
        step,
        kept,
        elided,
        preTokens,
      })),
    ).toEqual([
      { kind: 'summary', entry: 7, step: 4, kept: [[5, 7]], elided: [], preTokens: 610 },
      { kind: 'elision', entry: 8, step: 5, kept: [], elided: [4], preTokens: null },
      { kind: 'summary', entry: 10, step: 6, kept: [[8, 10]], elided: [], preTokens: 324 },
    ]);
  });

  test('takes the system prompt and the tools that newer versions record', () => {
    expect(main?.prefix).toEqual({
      system: [{ kind: 'text', text: 'You are pi.' }],
      tools: [{ name: 'read', description: 'Reads a file', schema: { type: 'object' } }],
    });
  });

  test('accounts for every line', () => {
    expect(receipt).toMatchObject({
      read: 27,
      kept: 21,
      merged: [{ reason: 'repeated line', records: 1, at: [17] }],
      dropped: [
        { reason: 'not part of a request: custom', records: 1 },
        { reason: 'not part of a request: label', records: 1 },
        { reason: 'excluded from the context by its user (!!)', records: 1 },
        { reason: 'not part of a request: session_info', records: 1 },
        { reason: 'not part of a request: usage', records: 1 },
      ],
    });
  });
});

test('a fork names its origin, and how many of its calls are copies', () => {
  const session = first(read('fork').sessions);
  expect(session.source.parent).toEqual({
    sessionId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
    lane: 'main',
    relation: 'branch',
  });
  expect(session.notices.map(({ code, message }) => [code, message])).toEqual([
    [
      'kept-unknown',
      'A compaction names a first kept entry that is not before it; no entry counts as kept.',
    ],
    ['copied-history', '1 model call was copied from the session that this one was forked from.'],
  ]);
  expect(session.compactions[0]?.kept).toEqual([]);
});

test('the event stream of a run counts each message once', () => {
  const message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'Hi.' }],
    usage: { input: 90, output: 2, cacheRead: 10, cacheWrite: 0 },
    model: 'm',
    stopReason: 'stop',
  };
  const lines = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-01-05T10:00:00.000Z', cwd: '/' },
    { type: 'message_end', message: { role: 'user', content: 'Hello' } },
    { type: 'message_start', message: { ...message, content: [] } },
    { type: 'message_end', message },
    { type: 'compaction_end', reason: 'threshold', result: { summary: 'S', tokensBefore: 102 } },
    { type: 'compaction_end', reason: 'overflow', aborted: false, errorMessage: 'Overloaded' },
    { type: 'compaction_end', reason: 'threshold', aborted: false },
    { type: 'agent_end', messages: [message] },
  ];
  const trace = successOf(readTrace(lines.map((line) => JSON.stringify(line)).join('\n')));
  const session = first(trace.sessions);
  expect(session.steps.map(({ real }) => real)).toEqual([100]);
  expect(session.compactions).toMatchObject([{ trigger: 'auto', preTokens: 102, kept: [] }]);
  expect(session.failedCompactions).toMatchObject([
    { step: 1, trigger: 'auto', reason: 'Overloaded' },
  ]);
  expect(trace.receipt).toMatchObject({ read: 8, kept: 5 });
});

test('takes the system prompt in its sections, and the tools that were added', () => {
  const sections = { preamble: 'You are pi.', cwd: '/', empty: '' };
  const toolsAdded = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }];
  const lines = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-11-01T00:00:00Z', cwd: '/' },
    {
      type: 'message',
      id: 'a',
      parentId: null,
      message: { role: 'system', content: '', sections, toolsAdded },
    },
    { type: 'message', id: 'b', parentId: 'a', message: { role: 'user', content: 'Hello' } },
    {
      type: 'message',
      id: 'c',
      parentId: 'b',
      message: {
        role: 'assistant',
        content: [],
        stopReason: 'stop',
        usage: { input: 9, output: 1, cacheRead: 0 },
      },
    },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  expect(first(successOf(readTrace(text)).sessions).prefix).toEqual({
    system: [
      { kind: 'text', text: 'You are pi.' },
      { kind: 'text', text: '/' },
    ],
    tools: [{ name: 'look', description: 'Looks.', schema: { type: 'object' } }],
    // Texts, and the list of tools as JSON: what pi counts where no usage is known.
    length: 'You are pi.'.length + 1 + JSON.stringify(toolsAdded).length,
  });
});
