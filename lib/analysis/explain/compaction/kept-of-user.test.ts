import { expect, it } from 'vitest';
import type { Entry } from '@/lib/engine/session/schema';
import { todosIn, UserTexts } from './kept-of-user';

const user = (text: string): Entry => ({ role: 'user', parts: [{ kind: 'text', text }] });
const plan = (...steps: readonly string[]): Entry => ({
  role: 'model',
  parts: [{ kind: 'call', name: 'update_plan', args: { plan: steps.map((step) => ({ step })) } }],
});

it('the first request and the newest list of what is to do are held against the summary', () => {
  const texts = new UserTexts();
  const log = [
    user('Move port 8443 to src/ports.ts'),
    plan('Write the parser'),
    plan('Read src/ports.ts', 'Test the server'),
    user('Something else entirely'),
  ];
  log.forEach((entry, i) => {
    texts.push(i, entry);
  });
  const summary = ['Port 8443 goes to src/ports.ts.'];
  expect(texts.keptIn([[0, 4]], summary)).toEqual([
    { what: 'first request', entry: 0, kept: 'named', words: 4, found: 3 },
    { what: 'todos', entry: 2, kept: 'gone', words: 4, found: 1 },
  ]);
  // What stays in the request needs no summary.
  expect(texts.keptIn([[3, 4]], summary)).toEqual([]);
});

it('a list is read by the names of its tool and of its fields', () => {
  const call = (name: string, args: object): Entry =>
    ({ role: 'model', parts: [{ kind: 'call', name, args }] }) as Entry;
  expect(todosIn(call('TodoWrite', { todos: [{ content: 'a' }, { content: 'b' }] }))).toBe('a\nb');
  expect(todosIn(call('grep', { todos: [{ content: 'a' }] }))).toBeNull();
});
