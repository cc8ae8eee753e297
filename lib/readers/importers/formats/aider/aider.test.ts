import { expect, describe, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { fixtureText } from '../../testing/fixture-files';
import { entriesOf, stepsOf } from '../../testing/read-fixture';
import { readPlain, type ReadTrace } from '../../testing/read-trace';
import { reasonsOf } from '../../testing/session-view';

function read(text: string): ReadTrace {
  const trace = readPlain(text);
  if (!trace.ok) throw new Error(trace.error.message);
  return trace.value;
}

describe('a chat history', () => {
  const { format, sessions, receipt } = read(fixtureText('aider/chat.history'));
  const [first, cleared, second] = sessions as [Session, Session, Session];

  test('has a session for each start of Aider, and another once the chat was cleared', () => {
    expect(format).toBe('aider');
    expect(sessions.map(({ name, model, source }) => [name, model, source.sessionId])).toEqual([
      [
        'Add a docstring to add and one to sub, please.',
        'claude-sonnet-4-20250514',
        '2026-03-02 09:15:30',
      ],
      ['Now the tests', 'claude-sonnet-4-20250514', '2026-03-02 09:15:30 (2)'],
      ['Bonjour à tous', 'gpt-4o', '2026-03-03 18:02:11'],
    ]);
    expect(first.source).toMatchObject({ agent: 'Aider', agentVersion: '0.86.1', parent: null });
  });

  test('has a step for each answer, also for one to errors that Aider sent back', () => {
    expect(stepsOf(first)).toEqual([
      [1, null],
      [2, null],
      [4, null],
    ]);
    expect(first.steps.map(({ label }) => label)).toEqual(['user-msg', 'repeated', 'user-msg']);
    expect(entriesOf(first)).toEqual([
      'user text:Add a docstring to add\nand one to sub, please.',
      expect.stringMatching(/^model text:Both functions [^]*#### What changes[^]*REPLACE\n```$/),
      'model text:The blank is gone.',
      'user text:Why three quotes?',
      'model text:Because a docstring may have several lines.',
    ]);
    expect(stepsOf(cleared)).toEqual([[1, null]]);
    expect(stepsOf(second)).toEqual([[1, null]]);
  });

  test('keeps the rounded counts as they are written, none as a real count', () => {
    expect(first.steps.map(({ usage }) => usage)).toEqual([
      {
        sent: '2.4k',
        received: '304',
        text: 'Tokens: 2.4k sent, 304 received. Cost: $0.01 message, $0.01 session.',
      },
      expect.objectContaining({ cacheWrite: '1.1k', cacheHit: '812' }),
      expect.objectContaining({ sent: '3.1k' }),
    ]);
    expect(cleared.steps[0]).toMatchObject({ real: null, usage: { sent: '980', received: '12' } });
  });

  test('tells on the receipt what it leaves out, and that counts are rounded', () => {
    expect(receipt).toMatchObject({ kept: 10, lost: 0 });
    expect(reasonsOf(receipt.merged)).toEqual({
      'start of a chat': 3,
      'facts about a chat or a call': 10,
      'end of a chat that was cleared': 1,
    });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'Aider’s own output, not sent to a model': 11,
      'command, not sent to a model': 2,
    });
    expect(receipt.remarks).toEqual([
      expect.stringContaining('No public recording of this format was found'),
      expect.stringContaining('neither the system prompt nor the repository map'),
      expect.stringContaining('rounds its counts'),
    ]);
  });
});

describe('what the history cannot tell apart', () => {
  const start = '# aider chat started at 2026-01-01 00:00:00\n\n';
  const tokens = '> Tokens: 5 sent, 1 received.  \n';

  test('text after a counted answer is a call only if it is counted', () => {
    const { sessions, receipt } = read(
      `${start}#### Hi  \n\nHello\n\n${tokens}> Lint:  \nmore lint\n#### Bye  \n\nBye\n`,
    );
    expect(stepsOf(sessions[0] as Session)).toEqual([
      [1, null],
      [3, null],
    ]);
    expect(reasonsOf(receipt.dropped)).toMatchObject({ 'text after an answer, without counts': 1 });
    expect(receipt.lost).toBe(1);
  });

  test('an answer that quotes goes on after the quotation', () => {
    const { sessions, receipt } = read(`${start}#### Hi  \n\nYou said\n> hi\nso hello\n${tokens}`);
    expect(entriesOf(sessions[0] as Session)).toEqual([
      'user text:Hi',
      'model text:You said text:so hello',
    ]);
    expect(reasonsOf(receipt.merged)).toMatchObject({ 'part of an answer': 1 });
  });

  test('a path is no command; a call that is only counted is one', () => {
    const { sessions } = read(`${start}#### /etc/hosts is wrong  \n\n${tokens}`);
    expect(entriesOf(sessions[0] as Session)).toEqual(['user text:/etc/hosts is wrong']);
    expect(stepsOf(sessions[0] as Session)).toEqual([[1, null]]);
  });

  test('the text of a command that is sent is written twice, and was said once', () => {
    const { sessions, receipt } = read(
      `${start}#### /code Fix it  \n\n#### Fix it  \n\nDone\n\n${tokens}#### Fix it  \n\nAgain\n\n${tokens}`,
    );
    expect(entriesOf(sessions[0] as Session)).toEqual([
      'user text:Fix it',
      'model text:Done',
      'user text:Fix it',
      'model text:Again',
    ]);
    expect(stepsOf(sessions[0] as Session)).toEqual([
      [1, null],
      [3, null],
    ]);
    expect(reasonsOf(receipt.merged)).toMatchObject({ 'text of a command, written again': 1 });
  });

  test('a history without an answer holds no session', () => {
    expect(readPlain(`${start}#### Hi  \n`)).toMatchObject({ error: { code: 'no-sessions' } });
  });
});

describe('a log of requests', () => {
  const { format, sessions, receipt } = read(fixtureText('aider-llm/requests.history'));
  const [main] = sessions as [Session];

  test('chains requests that repeat the ones before, with prompt, map and pictures', () => {
    expect(format).toBe('aider-llm');
    expect(main.prefix.system).toEqual([
      {
        kind: 'text',
        text: 'Act as an expert software developer.\nAlways use best practices when coding.',
      },
    ]);
    expect(stepsOf(main)).toEqual([
      [3, null],
      [5, null],
    ]);
    expect(main.steps[0]?.time).toBe('2026-03-02T09:16:02.000Z');
    expect(entriesOf(main).slice(2)).toEqual([
      'user text:Add a docstring to add',
      'model text:It has one now.\n\nsrc/add.py',
      'user text:And this picture?\nIt is the second one. inline:image/png:8',
      'model text:A square.',
    ]);
  });

  test('sets apart what begins otherwise, and keeps a request that was not answered', () => {
    expect(sessions.map((session) => [session.prefix.system, stepsOf(session)])).toEqual([
      [
        expect.anything(),
        [
          [3, null],
          [5, null],
        ],
      ],
      [[{ kind: 'text', text: 'You write commit messages.\nOne line.' }], [[1, null]]],
      [[{ kind: 'text', text: 'Act as an expert software developer.' }], [[1, null]]],
    ]);
    expect(receipt).toMatchObject({ read: 4, kept: 4, lost: 0 });
    expect(receipt.remarks).toEqual([
      expect.stringContaining('No public recording of this format was found'),
      expect.stringContaining('no usage and no model'),
    ]);
  });

  test('counts what it cannot place', () => {
    const log = read(
      'TO LLM 2026-03-02T09:16:02\n-------\nUSER Hi\nLLM RESPONSE 2026-03-02T09:16:03\nASSISTANT Ho\nLLM RESPONSE 2026-03-02T09:16:04\nASSISTANT Ho again\nTO LLM 2026-03-02T09:16:05\n',
    );
    expect(reasonsOf(log.receipt.dropped)).toEqual({
      'response without a request': 1,
      'line outside a request': 1,
      'request without a message': 1,
    });
  });
});
