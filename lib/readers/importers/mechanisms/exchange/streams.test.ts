import { describe, expect, test } from 'vitest';
import { readBody, readWrapped } from './body';
import {
  joinAnthropicEvents,
  joinChatChunks,
  joinGeminiChunks,
  joinResponseEvents,
} from './streams';
import { timeIn } from './time';

describe('bodies', () => {
  test('events of a stream that was cut: anything but JSON is left out', () => {
    const text =
      'event: a\r\ndata: {"n":1}\r\n\r\n: ping\n\ndata: {"n":\ndata: 2}\n\ndata: [DONE]\n\ndata: {"n":3';
    expect(readBody(text).events).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('an HTTP message around a body, whatever the logger calls it', () => {
    expect(readWrapped({ status_code: 200, body: '{"id":"a"}' }).fields).toEqual({ id: 'a' });
    expect(readWrapped({ statusCode: 200, bodyRaw: 'data: {"n":1}' }).events).toEqual([{ n: 1 }]);
    expect(readWrapped({ id: 'a', choices: [] }).fields).toEqual({ id: 'a', choices: [] });
    expect(readWrapped({ status_code: 500, body: '' }).fields).toBeNull();
    expect(readBody('Bad gateway')).toEqual({ fields: null, events: [], text: 'Bad gateway' });
  });
});

describe('streams', () => {
  test('nothing gives a response without a message', () => {
    expect(joinChatChunks([])).toEqual({ choices: [] });
    expect(joinResponseEvents([])).toEqual({ output: [] });
    expect(joinAnthropicEvents([])).toEqual({ content: [] });
    expect(joinGeminiChunks([])).toEqual({ candidates: [] });
  });

  test('parallel calls grow by their index, in whatever order', () => {
    const piece = (index: number, id: string | undefined, name: string, args: string) => ({
      choices: [{ delta: { tool_calls: [{ index, id, function: { name, arguments: args } }] } }],
    });
    const joined = joinChatChunks([
      piece(1, 'b', 'g', ''),
      piece(0, 'a', 'f', '{'),
      piece(1, undefined, '', '1'),
      piece(0, undefined, '', '}'),
    ]);
    expect(joined['choices']).toMatchObject([
      {
        message: {
          tool_calls: [
            { id: 'a', function: { name: 'f', arguments: '{}' } },
            { id: 'b', function: { name: 'g', arguments: '1' } },
          ],
        },
      },
    ]);
  });

  test('a Responses stream that was cut keeps the items that ended', () => {
    const item = { type: 'message', role: 'assistant', content: [] };
    const joined = joinResponseEvents([
      { type: 'response.created', response: { id: 'r', output: [] } },
      { type: 'response.output_item.done', item },
    ]);
    expect(joined).toEqual({ id: 'r', output: [item] });
  });

  test('later counts replace those of message_start; absent ones stay', () => {
    const { usage } = joinAnthropicEvents([
      { type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } },
      { type: 'message_delta', delta: {}, usage: { input_tokens: null, output_tokens: 9 } },
    ]) as { usage?: unknown };
    expect(usage).toEqual({ input_tokens: 3, output_tokens: 9 });
  });
});

test.each([
  [1767225600.25, 1767225600250],
  [1767225600250, 1767225600250],
  ['2026-01-01T00:00:00.250Z', 1767225600250],
  ['2026-01-01 00:00:00.250', 1767225600250],
  ['2026-01-01T01:00:00.250+01:00', 1767225600250],
  [12, null],
  ['soon', null],
  [null, null],
])('the time %j', (value, milliseconds) => {
  expect(timeIn(value)).toBe(milliseconds);
});
