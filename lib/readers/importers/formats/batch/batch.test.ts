import { expect, test } from 'vitest';
import { archiveFixtures } from '../../testing/archive-fixtures';
import { readArchive } from '../../testing/read-trace';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';

const idsOf = ({ sessions }: ReturnType<typeof readFixture>): readonly string[] =>
  sessions.map(({ source }) => source.sessionId);

test('requests and results of one file are joined by their id, in any order', () => {
  const trace = readFixture('batch/openai-both.jsonl');
  expect(idsOf(trace).toSorted()).toEqual(['doc-1', 'doc-2', 'doc-3', 'doc-4']);
  const two = laneOf(trace, 'doc-2');
  expect(two.source.agent).toBe('OpenAI Batch API');
  expect(two.steps).toMatchObject([{ entries: 3, real: 95, output: 7, cacheRead: 64 }]);
  expect(textsOf(two)).toEqual([
    'user: Where is b.md?',
    'model: find({"name":"b.md"})',
    'user: find → {"result":"docs/b.md"}',
    'model: In docs/b.md.',
  ]);
  expect(two.prefix).toMatchObject({ system: [{ text: 'Answer in one line.' }] });
  expect(two.prefix.tools).toHaveLength(1);
  expect(two.steps[0]?.time).toBe('2026-01-01T10:00:02.000Z');
  expect(laneOf(trace, 'doc-3').steps).toMatchObject([{ real: 21, output: 16, lengthStop: true }]);
  expect(laneOf(trace, 'doc-4').steps).toMatchObject([
    { real: 130250, rejected: true, limit: 128000 },
  ]);
  expect(trace.receipt).toMatchObject({ read: 9, kept: 4, remarks: [] });
  expect(reasonsOf(trace.receipt.merged)).toEqual({
    'the result of a request': 4,
    'repeated result': 1,
  });
});

test('the files of a folder are joined: what never ran, and what is no model call, is dropped', () => {
  const fixture = archiveFixtures.find(({ format }) => format === 'batch');
  const read = readArchive(fixture?.members ?? {});
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.format).toBe('batch');
  expect(idsOf(read.value).toSorted()).toEqual(['doc-1', 'doc-2', 'doc-3', 'doc-4', 'doc-7']);
  expect(stepsOf(laneOf(read.value, 'doc-7'))).toEqual([[1, null]]);
  const { receipt } = read.value;
  expect(receipt).toMatchObject({ read: 13, kept: 5, lost: 0 });
  expect(reasonsOf(receipt.merged)).toEqual({ 'the result of a request': 6 });
  expect(receipt.dropped).toMatchObject([
    { reason: 'the batch ended before the request was sent', at: ['requests.jsonl:5'] },
    { reason: 'an embedding, no model call', at: ['requests.jsonl:6'] },
  ]);
  expect(receipt.remarks).toEqual(['Without their result: 1 request; no usage is known.']);
});

test('results alone have usage and response, and say that their request is missing', () => {
  const trace = readFixture('batch/openai-results.jsonl');
  const one = laneOf(trace, 'doc-1');
  expect(stepsOf(one)).toEqual([[0, 60]]);
  expect(textsOf(one)).toEqual(['model: find({"name":"a.md"})']);
  expect(codesOf(one)).toEqual(['request-missing']);
  expect(laneOf(trace, 'doc-4').steps).toMatchObject([{ real: 130250, rejected: true }]);
  expect(trace.receipt.remarks).toEqual([
    'Without their request: 4 results; only usage and response are known.',
  ]);
  expect(reasonsOf(trace.receipt.dropped)).toEqual({
    'the batch ended before the request was sent': 1,
    'an embedding, no model call': 1,
  });
});

test('requests alone have no usage, and the receipt says so', () => {
  const { sessions, receipt } = readFixture('batch/openai-requests.jsonl');
  expect(sessions).toHaveLength(6);
  expect(sessions.flatMap(stepsOf).map(([, real]) => real)).toEqual(Array(6).fill(null));
  expect(receipt.remarks).toEqual(['Without their result: 6 requests; no usage is known.']);
});

test('Anthropic: params and results; the cache counts, a canceled request does not', () => {
  const trace = readFixture('batch/anthropic-both.jsonl');
  expect(idsOf(trace).toSorted()).toEqual(['t-1', 't-2']);
  const one = laneOf(trace, 't-1');
  expect(one.source.agent).toBe('Anthropic Message Batches');
  expect(one.model).toBe('claude-sonnet-4-5-20250929');
  expect(one.steps).toMatchObject([{ entries: 1, real: 910, output: 4, cacheRead: 900 }]);
  expect(textsOf(one)).toEqual(['user: Name a river.', 'model: The Lys.']);
  expect(one.prefix.system).toEqual([{ kind: 'text', text: 'Be brief.' }]);
  expect(laneOf(trace, 't-2').steps).toMatchObject([{ real: 910, cacheWrite: 900 }]);
  expect(reasonsOf(trace.receipt.dropped)).toEqual({
    'the batch ended before the request was sent': 1,
  });
});

test('Anthropic: results alone; a refusal for size states its tokens, other failures nothing', () => {
  const trace = readFixture('batch/anthropic-results.jsonl');
  expect(idsOf(trace)).toEqual(['t-2', 't-1', 't-5']);
  expect(laneOf(trace, 't-5').steps).toMatchObject([
    { real: 200819, rejected: true, limit: 200000 },
  ]);
  expect(reasonsOf(trace.receipt.dropped)).toEqual({
    'the batch ended before the request was sent': 2,
    'a failure whose request is not in the file': 1,
  });
});

test('Anthropic: the body that creates a batch holds its requests', () => {
  const { sessions, receipt } = readFixture('batch/anthropic-create.json');
  expect(sessions.map(textsOf)).toEqual([['user: Name a river.'], ['user: Name a sea.']]);
  expect(receipt).toMatchObject({ read: 2, kept: 2 });
});
