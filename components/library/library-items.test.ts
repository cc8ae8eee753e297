import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupKey, libraryItems } from './library-items';
import { groupings } from './library-view';
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
      ? `${item.name} × ${item.rows.length}${item.open ? ' open' : ''}`
      : `${item.inGroup ? '  ' : ''}${item.row.id}`,
  );

const files = (...toggled: readonly string[]) => ({ group: 'file', toggled }) as const;

it('collapses the samples of one file under one row with their number', () => {
  const rows = [row('x', 'one'), ...samples, row('y', 'two')];
  const closed = libraryItems(rows, files());
  expect(words(closed)).toEqual(['x', 'eval.eval × 4', 'y']);
  const open = libraryItems(rows, files('eval'));
  expect(words(open)).toEqual(['x', 'eval.eval × 4 open', '  a', '  b', '  c', '  d', 'y']);
});

it('groups where the first of them stands in the order, whatever is between', () => {
  const rows = [samples[2]!, row('x', 'one'), samples[0]!, samples[3]!, samples[1]!];
  expect(words(libraryItems(rows, files('eval')))).toEqual([
    'eval.eval × 4 open',
    ...['  c', '  a', '  d', '  b'],
    'x',
  ]);
});

it('leaves few sessions of a file alone, and the lanes of one agent', () => {
  const rows = [row('main', 'log'), ...['1', '2', '3', '4'].map((id) => row(id, 'log', true))];
  expect(words(libraryItems(rows, files()))).toHaveLength(5);
  expect(words(libraryItems(samples.slice(1), files()))).toHaveLength(3);
});

it('puts the sessions of an agent or a model together, open until they are folded', () => {
  const rows = [
    sessionRow({ id: 'a', agent: 'Codex', model: 'gpt-5' }),
    sessionRow({ id: 'b' }),
    sessionRow({ id: 'c', agent: 'Codex', model: null }),
  ];
  expect(words(libraryItems(rows, { group: 'agent', toggled: [] }))).toEqual([
    'Codex × 2 open',
    ...['  a', '  c', 'Claude Code × 1 open', '  b'],
  ]);
  expect(words(libraryItems(rows, { group: 'model', toggled: ['', 'gpt-5'] }))).toEqual([
    'gpt-5 × 1',
    ...['claude-opus-4-6 × 1 open', '  b', 'no model × 1'],
  ]);
});

it('gives each group an element of its own, named by letters and digits', () => {
  const names = fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(names, ([one = '', other = '']) => {
      expect(groupKey(one)).toMatch(/^group-\w*$/);
      expect(groupKey(one)).not.toBe(groupKey(other));
    }),
  );
});

it('loses and repeats nothing', () => {
  const names = fc.subarray(['p', 'q', 'r', 'Claude Code', 'claude-opus-4-6']);
  const any = fc.array(
    fc.record({ importId: fc.constantFrom('p', 'q', 'r'), child: fc.boolean() }),
  );
  fc.assert(
    fc.property(any, fc.constantFrom(...groupings), names, (list, group, toggled) => {
      const rows = list.map(({ importId, child }, i) => row(`${i}`, importId, child));
      const ids = libraryItems(rows, { group, toggled }).flatMap((item) =>
        item.kind === 'session' ? [item.row.id] : item.open ? [] : item.rows.map(({ id }) => id),
      );
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    }),
  );
});
