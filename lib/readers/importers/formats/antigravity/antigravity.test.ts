import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { entriesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';

test('results belong to the calls in their order, and a checkpoint is a compaction', () => {
  const { format, sessions, receipt } = readFixture('antigravity/transcript_full.jsonl');
  expect(format).toBe('antigravity');
  expect(receipt).toMatchObject({ read: 10, kept: 7, lost: 0 });
  expect(reasonsOf(receipt.dropped)).toEqual({ 'step without content': 2 });
  const session = sessions[0] as Session;
  expect(stepsOf(session)).toEqual(['1:9000', '4:-', '6:-']);
  expect(session.steps[0]).toMatchObject({ model: 'Gemini 3.5 Flash' });
  expect(entriesOf(session).slice(1, 4)).toEqual([
    'model thought:Two folders. call:list_dir{"DirectoryPath":"maps"} call:run_command{"CommandLine":"wc maps/*"}',
    'user response:list_dir{"result":"ys.txt"}',
    'user response:run_command{"result":"12 ys.txt"}',
  ]);
  expect(session.compactions).toMatchObject([
    { step: 2, summary: [{ kind: 'text', text: '{{ CHECKPOINT 0 }}\nThe town is Ys.' }] },
  ]);
});
