import { describe, expect, test } from 'vitest';
import { claimedPolicy } from '@/lib/analysis/fit/claimed-policy';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { fixtureText } from '../../testing/fixture-files';
import { readTrace, type ReadTrace } from '../../testing/read-trace';
import { entriesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';
import { successOf } from '@/lib/engine/base/testing/success-of';

describe('a telemetry file', () => {
  const { format, sessions, receipt } = readFixture('gemini-cli-telemetry/telemetry.jsonl');
  const [router, main] = sessions as [Session, Session];

  test('has a step for each answered or refused call, with its counts', () => {
    expect(format).toBe('gemini-cli-telemetry');
    expect(stepsOf(main)).toEqual(['2:8210', '4:8264', '5:1272', '7:1200000!']);
    expect(main.steps[0]).toMatchObject({ output: 51, cacheRead: 4096, model: 'gemini-2.5-pro' });
    expect(main.steps[2]?.usage).toMatchObject({ toolUsePromptTokenCount: 12 });
    expect(main.steps[3]).toMatchObject({ rejected: true, limit: 1_048_576 });
    expect(main.source).toMatchObject({ agent: 'Gemini CLI', lane: 'main', parent: null });
  });

  test('holds the requests as they were sent, with the system prompt beside them', () => {
    expect(entriesOf(main).slice(1, 5)).toEqual([
      'user text:Read a.md.',
      'model call:read_file{"absolute_path":"/demo/a.md"}',
      'user response:read_file{"output":"# A"}',
      'model text:It says A.',
    ]);
    expect(main.prefix).toEqual({
      system: [{ kind: 'text', text: 'You are Gemini CLI.' }],
      tools: null,
    });
  });

  test('records a compression with its counts at the request that follows it', () => {
    expect(main.compactions).toMatchObject([
      { kind: 'summary', step: 2, trigger: 'auto', preTokens: 8300, postTokens: 1200 },
    ]);
    expect(JSON.stringify(main.compactions[0]?.summary)).toContain('a.md says A.');
  });

  test('sets helpers apart by their role', () => {
    expect(sessions).toHaveLength(2);
    expect(router.source.lane).toBe('utility_router');
    expect(stepsOf(router)).toEqual(['1:40']);
  });

  test('accounts for every record', () => {
    expect(receipt).toMatchObject({ read: 28, kept: 5, lost: 0 });
    expect(reasonsOf(receipt.merged)).toEqual({
      'the same in OpenTelemetry’s convention': 10,
      'response to its request': 6,
      'counts of a compression': 1,
    });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'not part of a request: config': 1,
      'not part of a request: user_prompt': 1,
      'not part of a request: tool_call': 1,
      'span or metric, which holds no request': 2,
      'failed call': 1,
    });
    expect(receipt.remarks).toEqual([
      'No public recording of this format was found: it is read after its source and was compared with none.',
      'The telemetry holds no tools, and a system prompt only in newer versions.',
    ]);
  });

  test('is judged by the policy of Gemini CLI', () => {
    const claim = claimedPolicy(main.source, measureSession(main).head);
    expect(claim?.policy.id).toBe('gemini-cli');
  });
});

const record = (name: string, attributes: object): object => ({
  attributes: { 'event.name': `gemini_cli.${name}`, 'session.id': 's', ...attributes },
});
const request = (text: string, more: object = {}): object =>
  record('api_request', {
    model: 'm',
    prompt_id: 'p',
    request_text: JSON.stringify([{ role: 'user', parts: [{ text }] }]),
    ...more,
  });
const response = (input: number, more: object = {}): object =>
  record('api_response', { model: 'm', prompt_id: 'p', input_token_count: input, ...more });

function read(...records: readonly object[]): ReadTrace {
  return successOf(readTrace(records.map((one) => JSON.stringify(one)).join('\n')));
}

describe('records that do not pair', () => {
  test('answers of older versions, without a role, go to the request of their model', () => {
    const { sessions } = read(
      request('Fix it'),
      request('Is it done?', { model: 'flash' }),
      response(10),
      response(900, { model: 'flash' }),
    );
    expect(sessions.map(({ model, steps }) => [model, steps.map(({ real }) => real)])).toEqual([
      ['m', [10]],
      ['flash', [900]],
    ]);
  });

  test('a request alone is lost; without its text, or its request, a response is a step of numbers', () => {
    const { receipt, sessions } = read(
      response(5),
      request('Fix it'),
      response(10),
      request('', { request_text: undefined, prompt_id: 'q' }),
      response(7, { prompt_id: 'q' }),
      request('Open', { prompt_id: 'r' }),
    );
    expect(receipt).toMatchObject({ kept: 3, lost: 1 });
    expect(
      sessions.map(({ source, steps }) => [source.lane, steps.map(({ real }) => real)]),
    ).toEqual([
      ['main/counts', [5, 7]],
      ['main', [10]],
    ]);
    expect(reasonsOf(receipt.dropped)).toEqual({
      'request without a response': 1,
    });
  });

  test('a compression that made the history larger did not take place', () => {
    const larger = record('chat_compression', { tokens_before: 10, tokens_after: 12 });
    const { sessions, receipt } = read(request('Hi'), response(10), larger);
    expect(sessions[0]?.compactions).toEqual([]);
    expect(reasonsOf(receipt.dropped)).toEqual({
      'compression that was larger, and was not kept': 1,
    });
  });

  test('a file without prompts is a session of numbers, its compressions between them', () => {
    const bare = { request_text: undefined };
    const { sessions, receipt } = read(
      request('', bare),
      response(8_000),
      record('chat_compression', { tokens_before: 9_000, tokens_after: 1_500 }),
      request('', bare),
      response(1_600),
      request('', bare),
      response(1_900),
    );
    const [session] = sessions;
    expect(sessions).toHaveLength(1);
    expect(session?.steps.map(({ entries, real }) => [entries, real])).toEqual([
      [0, 8_000],
      [0, 1_600],
      [0, 1_900],
    ]);
    expect(session?.compactions).toMatchObject([
      { step: 1, trigger: 'auto', preTokens: 9_000, postTokens: 1_500 },
    ]);
    expect(session?.notices.map(({ code }) => code)).toEqual(['counts-only']);
    expect(receipt).toMatchObject({ kept: 3, lost: 0 });
  });

  test('no count is no usage', () => {
    expect(read(request('Hi'), response(0)).sessions[0]?.steps[0]).toMatchObject({ real: null });
  });
});

test('values over several lines, one after the other, as Gemini CLI writes them', async () => {
  const scratch = new Scratch();
  const values = fixtureText('gemini-cli-telemetry/telemetry.jsonl')
    .trim()
    .split('\n')
    .map((line) => `${JSON.stringify(JSON.parse(line), null, 2)}\n`);
  const read = await loadTrace(scratch.file(values.join('')));
  scratch.remove();
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt } = readFixture('gemini-cli-telemetry/telemetry.jsonl');
  expect(read.value.importer).toBe('gemini-cli-telemetry');
  expect(read.value.receipt).toMatchObject({ read: receipt.read, kept: receipt.kept, lost: 0 });
  expect(read.value.sessions.map((session) => [stepsOf(session), entriesOf(session)])).toEqual(
    sessions.map((session) => [stepsOf(session), entriesOf(session)]),
  );
});

test('spans alone are OpenTelemetry’s', () => {
  const lines = fixtureText('gemini-cli-telemetry/telemetry.jsonl').split('\n');
  const span = lines.find((line) => line.includes('"llm_call"')) ?? '';
  const trace = readTrace(`${span}\n`);
  expect(trace.ok ? trace.value.format : trace.error.message).not.toContain('gemini-cli');
});

test('responses that a collector passed on alone are calls of numbers, with their compressions', () => {
  const event = (name: string, counts: object): string =>
    JSON.stringify({
      attributes: { 'event.name': `gemini_cli.${name}`, 'session.id': 's', ...counts },
    });
  const lines = [
    event('api_response', { input_token_count: 9_000, total_token_count: 9_001 }),
    event('chat_compression', { tokens_before: 9_001, tokens_after: 4_000 }),
    event('api_response', { input_token_count: 4_100, total_token_count: 4_101 }),
  ];
  const { sessions } = successOf(readTrace(lines.join('\n')));
  expect(sessions.map(stepsOf)).toEqual([['0:9000', '0:4100']]);
  expect(sessions[0]?.compactions).toMatchObject([
    { step: 1, preTokens: 9_001, postTokens: 4_000 },
  ]);
});

test('a collector’s payload holds the same events', () => {
  const attributes = [
    { key: 'event.name', value: { stringValue: 'gemini_cli.api_response' } },
    { key: 'session.id', value: { stringValue: 's' } },
    { key: 'input_token_count', value: { intValue: '9000' } },
    { key: 'cached_content_token_count', value: { intValue: '8000' } },
    { key: 'finish_reasons', value: { arrayValue: { values: [{ stringValue: 'length' }] } } },
  ];
  const payload = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes }] }] }] };
  const { format, sessions } = successOf(readTrace(JSON.stringify(payload)));
  expect(format).toBe('gemini-cli-telemetry');
  expect(sessions[0]?.steps).toMatchObject([{ real: 9_000, cacheRead: 8_000, lengthStop: true }]);
});
