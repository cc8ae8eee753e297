import { expect, it } from 'vitest';
import { anySession } from '@/lib/api/contract/session-filter';
import { corpusWords, filterChips } from './filter-chips';

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

it('says what a corpus holds: what passes its filter, and what was picked by hand', () => {
  const loops = { ...anySession, agents: ['Codex'], events: ['overflow'] as const };
  const words = (filter: typeof anySession | null, picked: readonly string[], excluded = ['']) =>
    corpusWords({ filter, picked, excluded: excluded.filter(Boolean) });
  expect(words(loops, [])).toBe('agent Codex · overflows');
  expect(words(loops, ['a', 'b'])).toBe('agent Codex · overflows, and 2 sessions picked by hand');
  expect(words(loops, ['a'], ['b'])).toBe(
    'agent Codex · overflows, without 1 session, and 1 session picked by hand',
  );
  expect(words(null, ['a'])).toBe('1 session picked by hand');
  expect(words(anySession, [])).toBe('every session');
});
