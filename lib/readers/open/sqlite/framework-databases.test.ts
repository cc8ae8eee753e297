import { afterAll, expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, stepsOf } from '@/lib/readers/importers/testing/session-view';
import { loadTrace } from '../testing/load-trace';
import { Scratch } from '../testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const read = async (fixture: string) =>
  successOf(await loadTrace(scratch.database(fixtureText(fixture))));

test('a database of the OpenAI Agents SDK holds sessions of items, none of them counted', async () => {
  const { importer, sessions, receipt } = await read('openai-agents/session.sql');
  expect(importer).toBe('openai-agents');
  expect(sessions.map((one) => [one.source.sessionId, stepsOf(one), codesOf(one)])).toEqual([
    ['conv_1', ['1:-', '6:-', '8:-'], ['usage-missing']],
    ['conv_2', ['1:-'], ['usage-missing']],
  ]);
  expect(sessions[0]?.steps[1]?.time).toBe('2026-07-10T09:00:06.000Z');
  expect(receipt).toMatchObject({ kept: 11, lost: 0 });
});

test('Mastra’s store holds threads, of messages in both of its forms', async () => {
  const { importer, sessions, receipt } = await read('mastra/memory.sql');
  expect(importer).toBe('mastra');
  expect(sessions.map((one) => [one.name, stepsOf(one), codesOf(one)])).toEqual([
    ['Towns', ['1:-', '3:-', '5:300'], []],
    ['Old', ['1:-', '3:-'], ['usage-missing']],
  ]);
  expect(sessions.map((one) => entriesOf(one).slice(1, 3))).toEqual([
    ['model call:lookup{"n":0}', 'user response:lookup{"result":{"towns":["Ys"]}}'],
    ['model call:run{"a":1}', 'user response:run{"result":"ok"}'],
  ]);
  expect(receipt).toMatchObject({ kept: 8, lost: 0 });
});

test('tables of the OpenAI Agents SDK under an application’s names; the counts of one call are its own', async () => {
  const { importer, sessions } = await read('openai-agents/counted.sql');
  expect(importer).toBe('openai-agents');
  expect(sessions.map((one) => [one.source.sessionId, stepsOf(one), codesOf(one)])).toEqual([
    ['u1', ['1:-', '6:-'], ['usage-summed', 'usage-missing']],
    ['u2', ['1:42'], []],
  ]);
});

test('checkpoints of LangGraph in MessagePack hold messages; a damaged one is lost', async () => {
  const { importer, sessions, receipt } = await read('langgraph/checkpoints.sql');
  expect(importer).toBe('langgraph');
  expect(sessions.map(stepsOf)).toEqual([['1:888', '4:70000']]);
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 512, model: 'gpt-4o' });
  expect(sessions.flatMap(entriesOf).slice(0, 3)).toEqual([
    'user text:find größer both',
    'model call:s{"q":1} call:s{"q":2.5}',
    'user response:s{"result":"r1"}',
  ]);
  expect(receipt).toMatchObject({ kept: 4, lost: 1 });
});

test('chats of Cursor: pieces of an answer are one call, a summary keeps what it does not cover', async () => {
  const { importer, sessions } = await read('cursor-database/chats.sql');
  expect(importer).toBe('cursor-database');
  expect(sessions.map((one) => [one.name, stepsOf(one), codesOf(one)])).toEqual([
    ['Find things', ['1:-', '8:12345'], []],
    ['Old', ['1:-'], ['usage-missing']],
  ]);
  expect(sessions[0]?.compactions).toMatchObject([{ step: 1, entry: 7, kept: [[3, 7]] }]);
  expect(entriesOf(sessions[0] as Session).slice(3, 7)).toEqual([
    'model call:read_file{"target_file":"a"}',
    'model call:grep{"q":"x"}',
    'user response:read_file{"result":{"contents":"AAA"}}',
    'user response:grep{"result":{"clientVisibleErrorMessage":"bad"}}',
  ]);
});

test('the database of promptfoo holds a session a result', async () => {
  const { importer, sessions } = await read('promptfoo/results.sql');
  expect(importer).toBe('promptfoo');
  expect(sessions.map((one) => [stepsOf(one), one.steps[0]?.model])).toEqual([
    [['1:12'], 'claude-sonnet-4-5'],
    [['4:45'], 'claude-sonnet-4-5'],
    [['1:-'], 'claude-sonnet-4-5'],
  ]);
});
