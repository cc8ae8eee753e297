import { readTrace } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('items that follow each other are one answer; none is counted', () => {
  const { format, sessions, receipt } = readFixture('openai-agents/conversation-items.json');
  expect(format).toBe('openai-agents');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '6:-', '8:-'], ['usage-missing']],
  ]);
  expect(receipt).toMatchObject({ kept: 9, lost: 0 });
});

test('a list of inputs', () => {
  const { format, sessions, receipt } = readFixture('openai-agents/input-list.json');
  expect(format).toBe('openai-agents');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '6:-'], ['usage-missing']],
  ]);
});

const said = (role: string, id: string) => ({
  ...{ id, type: 'message', role },
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: id }],
});
const hex = '0123456789abcdef';

test.each([
  [
    'by the times in their ids',
    [`msg_68c70006${hex}`, `msg_68c70005${hex}`, `msg_68c70002${hex}`, `msg_68c70001${hex}`],
  ],
  ['by an answer that comes first', ['d', 'c', 'b', 'a']],
])('a page of messages alone is put in order %s', (_, ids) => {
  const data = ids.map((id, i) => said(i % 2 === 0 ? 'assistant' : 'user', id));
  const { sessions } = successOf(readTrace(JSON.stringify({ object: 'list', data }), 'json'));
  expect(sessions.map((one) => [one.name, stepsOf(one)])).toEqual([[ids[3], ['1:-', '3:-']]]);
});
