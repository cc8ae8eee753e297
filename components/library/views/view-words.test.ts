import { expect, it } from 'vitest';
import { anySession } from '@/lib/api/contract/session-filter';
import { attention } from './severity-words';
import { viewName } from './view-words';

it.each([
  [{}, 'All'],
  [{ severities: ['overflow'] as const }, 'Overflowed'],
  [{ severities: attention }, 'Needs attention'],
  [{ agents: ['Codex'] }, 'Codex'],
  [{ agents: ['Codex'], limit: { from: 200_000, to: null } }, 'Codex · limit ≥ 200,000'],
  [
    { severities: ['loop', 'close'] as const, query: 'a' },
    'Compacted in a loop, Close to the threshold · “a”',
  ],
])('names the view of %j', (part, name) => {
  expect(viewName({ ...anySession, ...part })).toBe(name);
});
