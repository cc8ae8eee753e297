import { expect, it } from 'vitest';
import type { SessionItem } from '@/lib/api/contract/session-listing';
import { sessionRow } from '../testing/session-row';
import { activeRow } from './active-row';

/** A table of 10 rows, of which those are fetched that have an id. */
function table(...ids: readonly string[]) {
  const items = ids.map((id): SessionItem | undefined =>
    id === ''
      ? undefined
      : {
          ...{ kind: 'session', row: sessionRow({ id }), parent: null },
          ...{ subAgents: 0, open: false, below: false },
        },
  );
  return {
    count: 10,
    itemAt: (index: number) => items[index],
    indexOf: (is: (item: SessionItem) => boolean) =>
      items.findIndex((item) => item !== undefined && is(item)),
  };
}

it.each([
  ['where it stood', table('a', 'b'), { key: 'b', index: 1 }, 1],
  ['below rows that came', table('new', 'a', 'b'), { key: 'b', index: 1 }, 2],
  ['out of view, not fetched any more', table('a', ''), { key: 'b', index: 1 }, 1],
  ['on its way', table('a'), { key: null, index: 7 }, 7],
  ['behind the end, where rows left', table('a'), { key: null, index: 12 }, 9],
  ['gone', table('a', 'c'), { key: 'b', index: 1 }, -1],
])('the active row is %s', (_where, rows, place, index) => {
  expect(activeRow(rows, place, null)).toBe(index);
});

it('is first where the server found the session of the address', () => {
  expect(activeRow(table('a'), { key: 'b', index: -1 }, 8)).toBe(8);
  expect(activeRow(table('a'), { key: null, index: -1 }, null)).toBe(-1);
});
