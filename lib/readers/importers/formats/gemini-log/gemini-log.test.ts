import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';

test('generateContent: whole and streamed, either spelling, wrapped by Code Assist, refused', () => {
  const { sessions, receipt } = readFixture('gemini-log/pairs.jsonl');
  expect(receipt).toMatchObject({
    kept: 3,
    dropped: [{ reason: 'a token count, no model call', records: 1, at: [1] }],
  });
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [1, 70],
    [3, 95 + 5], // the last chunk, and what the provider's own tools read
    [5, 1200000],
  ]);
  expect(session.steps[1]).toMatchObject({ lengthStop: true, output: 4, model: 'gemini-2.5-pro' });
  expect(session.steps[2]).toMatchObject({ rejected: true, limit: 1048576 });
  expect(entriesOf(session)).toEqual([
    'user text:Read a.md',
    'model call:read_file{"path":"a.md"}',
    'user response:read_file{"output":"# A"}',
    'model text:A heading.',
    'user inline:image/png:8',
  ]);
  expect(session.prefix).toMatchObject({
    system: [{ kind: 'text', text: 'You help.' }],
    tools: [{ name: 'read_file' }],
  });
});
