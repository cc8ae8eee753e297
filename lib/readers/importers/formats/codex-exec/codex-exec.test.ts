import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readTrace } from '../../testing/read-trace';

function read(name: string): Session {
  const url = new URL(`fixtures/codex-exec/${name}.jsonl`, import.meta.url);
  const trace = readTrace(readFileSync(url, 'utf8'));
  if (!trace.ok) throw new Error(trace.error.message);
  expect(trace.value.format).toBe('codex-exec');
  return trace.value.sessions[0] as Session;
}

const stepsOf = ({ steps }: Session): string[] =>
  steps.map(({ entries, real, rejected }) => `${entries}:${rejected ? '!' : (real ?? '-')}`);

test('usage is a request’s only where the first turn is a single call', () => {
  const session = read('one-turn');
  expect(session.source.sessionId).toBe('th-1');
  expect(stepsOf(session)).toEqual(['0:5000', '1:-']);
  expect(session.notices.map(({ code }) => code)).toEqual([
    'prompt-not-recorded',
    'usage-per-turn',
  ]);
});

test('an item is a call and its result; an answer begins behind a result', () => {
  const session = read('tools');
  expect(session.entries.map(({ parts }) => parts[0])).toEqual([
    { kind: 'text', text: 'I look.' },
    { kind: 'call', name: 'shell', id: 'item_1', args: { command: 'ls' } },
    { kind: 'response', name: 'shell', id: 'item_1', response: { result: 'a.md\n' } },
    { kind: 'call', name: 'docs.find', id: 'item_2', args: { q: 'a' } },
    { kind: 'response', name: 'docs.find', id: 'item_2', response: { result: 'found' } },
    {
      kind: 'call',
      name: 'apply_patch',
      id: 'item_3',
      args: { changes: [{ path: 'a.md', kind: 'update' }] },
    },
    { kind: 'response', name: 'apply_patch', id: 'item_3', response: { result: 'completed' } },
    { kind: 'call', name: 'web_search', id: 'item_4', args: { query: 'md' } },
    { kind: 'text', text: 'Done.' },
  ]);
  expect(stepsOf(session)).toEqual(['0:-', '3:-', '5:-', '7:-', '9:!']);
});
