import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('a state holds calls and subgraphs, each a lane', () => {
  const { format, sessions, receipt } = readFixture('langgraph/state.json');
  expect(format).toBe('langgraph');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200'], []],
    ['counter', ['1:90'], []],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 1_024 });
  expect(sessions[1]?.source.parent).toMatchObject({ lane: 'main' });
  expect(entriesOf(sessions[0] as Session)).toHaveLength(3);
});

test('what a later state no longer holds is a compaction', () => {
  const { format, sessions, receipt } = readFixture('langgraph/history.json');
  expect(format).toBe('langgraph');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200', '3:1520', '4:700'], ['compaction-inferred']],
  ]);
  expect(sessions[0]?.compactions).toMatchObject([{ step: 2 }]);
  expect(JSON.stringify(sessions[0]?.compactions[0]?.summary)).toContain('Towns Ys and Ker');
});

test('messages as `dumps` writes them', () => {
  const { format, sessions, receipt } = readFixture('langgraph/messages.json');
  expect(format).toBe('langgraph');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:11'], []],
  ]);
});

test('messages as `messages_to_dict` writes them, with a provider’s own counts', () => {
  const { format, sessions, receipt } = readFixture('langgraph/dicts.jsonl');
  expect(format).toBe('langgraph');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:45'], []],
  ]);
});

test.each([
  ['bare.json', ['1:-', '3:-']],
  ['tuples.json', ['1:88', '4:140']],
])('messages with a client’s fields alone, and stored checkpoints: %s', (file, steps) => {
  const { format, sessions, receipt } = readFixture(`langgraph/${file}`);
  expect([format, receipt.lost, sessions.map(stepsOf)]).toEqual(['langgraph', 0, [steps]]);
});
