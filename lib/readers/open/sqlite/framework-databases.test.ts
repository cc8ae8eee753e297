import { afterAll, expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
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
