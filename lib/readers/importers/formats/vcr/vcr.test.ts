import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';

test('vcrpy: requests to a model chain into a session, streams and httpx’s older form too', () => {
  const { sessions, receipt } = readFixture('vcr/vcrpy.json');
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(receipt).toMatchObject({
    format: 'vcr',
    read: 4,
    kept: 3,
    dropped: [{ reason: 'not a request to a language model', at: ['$.interactions[0]'] }],
    remarks: [],
  });
  expect(stepsOf(session)).toEqual([
    [1, 60],
    [3, 95],
    [5, 130],
  ]);
  expect(session.steps.map(({ cacheRead }) => cacheRead)).toEqual([0, 64, undefined]);
  expect(entriesOf(session)).toEqual([
    'user text:Where is a.md?',
    'model call:find{"name":"a.md"}',
    'user response:find{"result":"docs/a.md"}',
    'model text:In docs.',
    'user text:Thanks.',
    'model text:Welcome.',
  ]);
  expect(session.prefix.system).toEqual([{ kind: 'text', text: 'Be brief.' }]);
  expect(session.prefix.tools).toHaveLength(1);
  expect(session.steps.map(({ time }) => time)).toEqual([
    '2026-01-01T10:00:01.000Z',
    '2026-01-01T10:00:03.000Z',
    '2026-01-01T10:00:05.000Z',
  ]);
});

test('VCR: base64 bodies, failures as steps, compressed responses without usage, and it is said', () => {
  const { sessions, receipt } = readFixture('vcr/vcr.json');
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [1, 912],
    [3, null], // 529
    [3, 931],
    [5, null], // compressed
  ]);
  expect(session.model).toBe('claude-sonnet-4-5-20250929');
  expect(entriesOf(session).slice(0, 2)).toEqual([
    'user text:Name a river.',
    'model text:La Lys – è lì.',
  ]);
  expect(session.steps.map(({ time }) => time?.slice(11, 19))).toEqual([
    '10:00:01',
    '10:00:02',
    '10:00:03',
    '10:00:04',
  ]);
  expect(receipt).toMatchObject({
    read: 4,
    kept: 4,
    remarks: ['Compressed, so neither text nor usage is known: 1 response.'],
  });
});
