import { expect, it } from 'vitest';
import { anySession } from '@/lib/api/contract/session-filter';
import { filterChips } from './filter-chips';

it('names each condition, and what is left without it', () => {
  const filter = {
    ...anySession,
    agents: ['Codex'],
    limit: { from: 200_000, to: null },
    steps: { from: 4, to: 500 },
    events: ['overflow', 'recorded'] as const,
  };
  const chips = filterChips(filter);
  expect(chips.map(({ text }) => text)).toEqual([
    'agent Codex',
    'overflows',
    'compacted in the recording',
    'steps 4 – 500',
    'limit ≥ 200,000',
  ]);
  expect(chips[0]?.without).toEqual({ ...filter, agents: [] });
  expect(chips[1]?.without.events).toEqual(['recorded']);
  expect(filterChips(anySession)).toEqual([]);
});
