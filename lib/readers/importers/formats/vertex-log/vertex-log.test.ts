import { successOf } from '@/lib/engine/base/testing/success-of';
import { readTrace } from '../../testing/read-trace';
import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('rows hold requests as JSON or as text, of Gemini and of partners', () => {
  const { format, sessions, receipt } = readFixture('vertex-log/rows.jsonl');
  expect(format).toBe('vertex-log');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:50', '3:64', '5:1048577!'], []],
    ['main', ['1:108'], []],
    ['main', ['1:3'], []],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 20, time: '2026-07-10T09:00:00.250Z' });
  expect(sessions[0]?.steps[2]).toMatchObject({ limit: 1_048_576 });
});

test('the stream of a partner’s model is one text in pieces', () => {
  const stream = [
    {
      type: 'message_start',
      message: { usage: { input_tokens: 11, cache_read_input_tokens: 100 } },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Ys.' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  ];
  const text = stream.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');
  const row = {
    ...{ logging_time: '2026-07-10 09:00:00 UTC', api_method: 'StreamRawPredict' },
    model: 'publishers/anthropic/models/claude-sonnet-4-5',
    request_payload: [
      JSON.stringify({ anthropic_version: 'v', messages: [{ role: 'user', content: 'List.' }] }),
    ],
    response_payload: [text.slice(0, 100), text.slice(100)],
  };
  const { sessions } = successOf(readTrace(JSON.stringify(row)));
  expect(sessions[0]?.steps).toMatchObject([
    { real: 111, cacheRead: 100, model: 'claude-sonnet-4-5' },
  ]);
  expect(sessions[0]?.entries).toHaveLength(2);
});
