import { expect, test } from 'vitest';
import { ReceiptBuilder } from './receipt';
import { textFixtures } from './testing/fixtures';
import { readTrace } from './testing/read-trace';

test('a receipt tells records that are lost from those that belong to no request', () => {
  const receipt = new ReceiptBuilder();
  receipt.keep();
  receipt.merge('the same message again', 2);
  receipt.drop('not part of a request: progress', 3);
  receipt.lose('not JSON', 4);
  receipt.lose('not JSON', 5);
  expect(receipt.finish('x')).toEqual({
    format: 'x',
    read: 5,
    kept: 1,
    merged: [{ reason: 'the same message again', records: 1, at: [2] }],
    dropped: [
      { reason: 'not part of a request: progress', records: 1, at: [3] },
      { reason: 'not JSON', records: 2, at: [4, 5], lost: true },
    ],
    lost: 2,
    remarks: [],
  });
});

/** Odd records in fixtures that no reader can place: the reason and the places. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  'adk-events/event-data.jsonl': ['event is not JSON: 7'],
  'atif/trajectory.json': ['not a step: $.steps[11]'],
  'claude-code/hostile.jsonl': ['not an object: 18 19 20'],
  'cline/sdk-compacted.json': ['neither a user’s nor a model’s message: $.messages[4]'],
  'har/session.jsonl': ['the request’s body is not recorded: 5'],
  'inspect/log.json': ['not an event: $.samples[0].events[11]'],
  'langsmith/bodies.json': ['the update of a run that is not in the file: $[2].patch[1]'],
  'litellm/spend-logs.json': ['the request’s messages are not recorded: $[1]'],
  'openai-log/flat.json': ['not a request with its response: $[2]'],
  'openai-log/interceptor.jsonl': ['a response without its request: 8'],
  'otlp/no-text.json': ['not a span: $.resource_spans[0].scope_spans[0].spans[2]'],
  'swe-agent/history.json': ['not a message of a request: $.history[9]'],
  'vercel-ai-sdk/steps.jsonl': ['not a step: 3'],
};

test.each(textFixtures.map((fixture) => [`${fixture.format}/${fixture.file}`, fixture] as const))(
  '%s loses nothing but what is listed here',
  (name, { text, input }) => {
    const read = readTrace(text, input);
    if (!read.ok) throw new Error(read.error.message);
    const lost = read.value.receipt.dropped.filter((line) => line.lost === true);
    const words = lost.map(({ reason, at }) => `${reason}: ${at.join(' ')}`);
    expect(words).toEqual(LOST[name] ?? []);
  },
);

test('lines that are not JSON, records of another shape: their content is lost', () => {
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
  const user = { type: 'user', uuid: 'u', message: { role: 'user', content: 'Hi' } };
  const model = { role: 'assistant', id: 'm', content: 'Hello', usage: { input_tokens: 9 } };
  const answer = { type: 'assistant', uuid: 'a', parentUuid: 'u', message: model };
  const text = `${line({ ...user, sessionId: 's' })}{"type":\n${line({ ...answer, sessionId: 's' })}7\n`;
  const read = readTrace(text);
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.receipt).toMatchObject({ read: 4, kept: 2, lost: 2 });
});
