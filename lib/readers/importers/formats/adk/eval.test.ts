import { describe, expect, test } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { readRecords } from '../../testing/read-trace';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';

describe('an evaluation set', () => {
  test('with lists of tool uses becomes a log without usage, with a notice', () => {
    const trace = readFixture('adk-evalset/old-lists.json');
    const session = laneOf(trace, 'off', 'home');
    expect(textsOf(session)).toEqual([
      'user: Turn the lamp off',
      'model: set({"lamp":"off"})',
      'user: set → {"ok":true}',
      'user: For context: | [helper] said: Checking.',
      'model: It is off.',
      'user: Thanks',
      'model: Welcome.',
    ]);
    expect(stepsOf(session)).toEqual([
      [1, null],
      [4, null],
      [6, null],
    ]);
    expect(codesOf(session)).toEqual(['calls-guessed']);
    expect(stepsOf(laneOf(trace, 'off', 'helper'))).toEqual([[3, null]]);
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'evaluation case without a conversation': 1,
    });
  });

  test('with events in camelCase keeps their authors', () => {
    const session = laneOf(readFixture('adk-evalset/events.json'), 'ghent');
    expect(textsOf(session)).toEqual([
      'user: Weather?',
      'model: look({})',
      'user: look → {"sky":"grey"}',
      'model: Grey.',
    ]);
    expect(session.source.agent).toBe('Google ADK: guide');
  });

  test.each<[string, Json]>([
    ['turns', [{ query: 'Hi', expected_tool_use: [], reference: 'Hello' }]],
    ['named turns', [{ name: 'a', data: [{ query: 'Hi', reference: 'Hello' }] }]],
  ])('of ADK before 1.0 (%s) is refused with what to do instead', (_name, document) => {
    const read = readRecords([[document, '$']], 'json');
    expect(read).toMatchObject({ ok: false, error: { code: 'unsupported-version' } });
    expect(!read.ok && read.error.message).toContain('.adk/eval_history');
  });
});

describe('an evaluation result', () => {
  test.each(['object.json', 'text.json'])('holds the sessions that were run (%s)', (file) => {
    const trace = readFixture(`adk-eval-result/${file}`);
    expect(stepsOf(laneOf(trace, 'run-1'))).toEqual([
      [1, 210],
      [3, 240],
    ]);
    expect(trace.receipt).toMatchObject({ read: 5, kept: 4 });
    expect(trace.receipt.dropped).toEqual([
      {
        reason: 'evaluation case without the session that was run',
        records: 1,
        at: ['$.eval_case_results[1]'],
      },
    ]);
  });
});

describe('rows of the events table', () => {
  test('are put in order by session and time', () => {
    const trace = readFixture('adk-events/event-data.jsonl');
    expect(textsOf(laneOf(trace, 's1'))).toEqual([
      'user: Turn the lamp off',
      'model: set({"lamp":"off"})',
      'user: set → {"ok":true}',
      'model: It is off.',
    ]);
    expect(stepsOf(laneOf(trace, 's1'))).toEqual([
      [1, 210],
      [3, 240],
    ]);
    expect(stepsOf(laneOf(trace, 's2'))).toEqual([[1, 210]]);
    expect(trace.receipt).toMatchObject({ read: 7, kept: 6 });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({ 'event is not JSON': 1 });
  });

  test('may have a column per field, JSON as text, actions as a pickle', () => {
    const trace = readFixture('adk-events/columns.json');
    const session = laneOf(trace, 's1');
    expect(stepsOf(session)).toEqual([
      [1, 210],
      [3, 240],
    ]);
    expect(session.steps[1]?.time).toBe('2026-06-09T10:13:23.000Z');
    expect(session.source.agent).toBe('Google ADK: home');
  });
});
