import { expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { readArchive } from '../../testing/read-trace';
import { stepsOf } from '../../testing/session-view';
import { fork, parent } from './testing/forked-rollouts';

test('a fork beside its thread’s file holds what came before it, whose calls are the thread’s', () => {
  const { sessions, receipt } = successOf(
    readArchive({ 'r-1.jsonl': parent, 'r-2.jsonl': fork('a') }),
  );
  expect(sessions.map(stepsOf)).toEqual([
    ['1:100', '3:150'],
    ['1:100', '3:130'],
  ]);
  const [, second] = sessions;
  expect(second?.steps.map(({ counted: one }) => one?.kind)).toEqual(['copied', undefined]);
  expect(second?.source.parent).toMatchObject({ sessionId: 'a', relation: 'branch' });
  expect(second?.notices.map(({ code }) => code)).not.toContain('history-elsewhere');
  expect(receipt.read).toBe(11);
});

test('a fork without its thread’s file is no trace of several', () => {
  expect(readArchive({ 'r-1.jsonl': parent, 'r-2.jsonl': fork('c') }).ok).toBe(false);
});
