import fc from 'fast-check';
import { expect, it } from 'vitest';
import { libraryItems } from './library-items';
import { sessionRow } from './testing/session-row';

const row = (id: string, importId: string, parent = false) =>
  sessionRow({
    id,
    importId,
    file: `${importId}.eval`,
    parent: parent ? { sessionId: 's-1', lane: 'main', relation: 'subagent' } : null,
  });
const samples = ['a', 'b', 'c', 'd'].map((id) => row(id, 'eval'));
const words = (items: ReturnType<typeof libraryItems>): readonly string[] =>
  items.map((item) =>
    item.kind === 'group'
      ? `${item.file} × ${item.rows.length}${item.open ? ' open' : ''}`
      : `${item.inGroup ? '  ' : ''}${item.row.id}`,
  );

it('collapses the samples of one file under one row with their number', () => {
  const rows = [row('x', 'one'), ...samples, row('y', 'two')];
  const closed = libraryItems(rows, { grouped: true, open: [] });
  expect(words(closed)).toEqual(['x', 'eval.eval × 4', 'y']);
  const open = libraryItems(rows, { grouped: true, open: ['eval'] });
  expect(words(open)).toEqual(['x', 'eval.eval × 4 open', '  a', '  b', '  c', '  d', 'y']);
});

it('groups where the first of them stands in the order, whatever is between', () => {
  const rows = [samples[2]!, row('x', 'one'), samples[0]!, samples[3]!, samples[1]!];
  expect(words(libraryItems(rows, { grouped: true, open: ['eval'] }))).toEqual([
    'eval.eval × 4 open',
    ...['  c', '  a', '  d', '  b'],
    'x',
  ]);
});

it('leaves few sessions of a file alone, and the lanes of one agent', () => {
  const rows = [row('main', 'log'), ...['1', '2', '3', '4'].map((id) => row(id, 'log', true))];
  expect(words(libraryItems(rows, { grouped: true, open: [] }))).toHaveLength(5);
  expect(words(libraryItems(samples.slice(1), { grouped: true, open: [] }))).toHaveLength(3);
});

it('loses and repeats nothing', () => {
  const any = fc.array(
    fc.record({ importId: fc.constantFrom('p', 'q', 'r'), child: fc.boolean() }),
  );
  fc.assert(
    fc.property(any, fc.boolean(), fc.subarray(['p', 'q', 'r']), (list, grouped, open) => {
      const rows = list.map(({ importId, child }, i) => row(`${i}`, importId, child));
      const ids = libraryItems(rows, { grouped, open }).flatMap((item) =>
        item.kind === 'session' ? [item.row.id] : item.open ? [] : item.rows.map(({ id }) => id),
      );
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    }),
  );
});
