import { describe, expect, it } from 'vitest';
import type { SessionRow } from './contract';
import { keptRows, rowsOfLists, type SessionLists } from './session-lists';

const COLUMNS = {
  ...{ id: 'aaaaaaaa', importId: 'bbbbbbbb', name: 'Run', file: 'run.jsonl', format: 'codex' },
  ...{ agent: 'Codex', lane: 'main', sessionId: 's-1', parent: null, model: null, entries: 3 },
  ...{ steps: 2, peakReal: null, peakProjected: true, limit: 200_000, recordedCompactions: 0 },
  opening: null,
  ...{ compactions: null, overflowSteps: 1, findings: 2, sparkline: '1 20 300' },
  ...{ generated: false, startedAt: 5, importedAt: 7 },
};

const answer = (...changes: readonly object[]): SessionLists => ({
  columns: Object.keys(COLUMNS),
  sessions: changes.map((change) => Object.values({ ...COLUMNS, ...change })),
  total: changes.length,
  next: null,
});

const [first] = rowsOfLists(answer({}));

describe('rows of lists', () => {
  it('have the names and values of the columns, in any order', () => {
    const { columns, sessions, ...rest } = answer({});
    const turned = {
      ...rest,
      columns: columns.toReversed(),
      sessions: sessions.map((values) => values.toReversed()),
    };
    for (const [row] of [[first], rowsOfLists(turned)]) {
      const { sparkline, ...columnsButOne } = COLUMNS;
      expect({ ...row }).toEqual(columnsButOne);
      expect(row?.sparkline).toEqual(sparkline.split(' ').map(Number));
    }
    expect(rowsOfLists(answer({ sparkline: '' }))[0]?.sparkline).toEqual([]);
  });

  it('are refused where a column is missing or has values of another type', () => {
    const { columns, ...rest } = answer({});
    expect(() => rowsOfLists({ ...rest, columns: columns.slice(1) })).toThrow('no column id');
    for (const change of [
      ...[{ name: null }, { steps: '2' }, { parent: { lane: 'main' } }],
      ...[{ generated: 0 }, { limit: undefined }, { sparkline: [1] }, { findings: '2' }],
    ]) {
      expect(() => rowsOfLists(answer(change)), Object.keys(change)[0]).toThrow(/another type/);
    }
  });
});

describe('rows fetched again', () => {
  const rows = (...changes: readonly object[]): readonly SessionRow[] =>
    rowsOfLists(answer(...changes));
  const two = rows({}, { id: 'cccccccc' });

  it('stay the same objects as long as they have the same values', () => {
    expect(keptRows(two, rows({}, { id: 'cccccccc' }))).toBe(two);
    const changed = keptRows(two, rows({ name: 'Other' }, { id: 'cccccccc' }));
    expect(changed.map(({ name }) => name)).toEqual(['Other', 'Run']);
    expect(changed[1]).toBe(two[1]);
    const grown = keptRows(two, rows({ id: 'dddddddd' }, {}, { id: 'cccccccc' }));
    expect(grown.slice(1)).toEqual(two);
    expect(grown[1]).toBe(two[0]);
  });

  it('differ in a parent and in a sparkline too', () => {
    const parent = { sessionId: 's-0', lane: 'main', relation: 'subagent' };
    expect(keptRows(rows({ parent }), rows({}))[0]?.parent).toBeNull();
    expect(keptRows(two, rows({ sparkline: '9' }, {}))[0]?.sparkline).toEqual([9]);
  });
});
