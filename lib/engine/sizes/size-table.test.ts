import { expect, it } from 'vitest';
import { sizeTable, sizeTableIds } from './known-tables';
import { sizeTables } from './shipped';
import {
  measuredSizes,
  tableOf,
  type SizeRow,
  type SizeTable,
  type WrittenRow,
} from './size-table';

const row = (first: number, summaryBytes: number, back: number | null = null): SizeRow => ({
  agent: 'agent',
  version: null,
  model: 'model',
  first,
  summaryBytes,
  back,
  rest: null,
});

const table = (...rows: readonly SizeRow[]): SizeTable => ({ id: 'test', rows });

it('gives median, p10 and p90 of the agent’s rows', () => {
  const rows = [100, 200, 300, 400, 500].map((bytes, i) => row(i, bytes, bytes * 10));
  const sizes = measuredSizes(table(...rows, { ...row(9, 9_999), agent: 'other' }), 'agent', -1);
  expect(sizes).toEqual({
    table: 'test',
    isOwn: true,
    summaryBytes: { low: 140, value: 300, high: 460, n: 5 },
    model: null,
    back: { low: 1_400, value: 3_000, high: 4_600, n: 5 },
    rest: null,
  });
});

it('leaves out the rows of the session itself, which all begin alike', () => {
  const rows = [row(1, 100), row(2, 200), row(3, 300), row(4, 400), row(5, 9_000), row(5, 9_000)];
  expect(measuredSizes(table(...rows), 'agent', 5)?.summaryBytes).toMatchObject({
    value: 250,
    n: 4,
  });
});

it('assumes a spread around fewer than four rows, and none without one', () => {
  const three = measuredSizes(table(row(1, 100), row(2, 200), row(3, 300)), 'agent', -1);
  expect(three?.summaryBytes).toEqual({ low: 50, value: 200, high: 600, n: 3 });
  expect(measuredSizes(table(row(1, 100)), 'agent', 1)).toBeNull();
});

it('sizes the summaries of an agent without rows by those of all agents, and nothing else', () => {
  const rows = [100, 200, 300, 400].map((bytes, i) => row(i, bytes, bytes));
  expect(measuredSizes(table(...rows), 'other', -1)).toMatchObject({
    isOwn: false,
    summaryBytes: { value: 250, n: 4 },
    back: null,
  });
});

it('sizes a summary by its model’s rows alone where there are four, and what comes back by all', () => {
  const of = (model: string, first: number, bytes: number): SizeRow => ({
    ...row(first, bytes, bytes),
    model,
  });
  const long = [1_000, 1_100, 1_200, 1_300].map((bytes, i) => of('long', i, bytes));
  const known = table(...long, of('short', 8, 100), of('short', 9, 200));
  const sizes = measuredSizes(known, 'agent', -1, 'long');
  expect([sizes?.summaryBytes.value, sizes?.summaryBytes.n, sizes?.model]).toEqual([
    1_150,
    4,
    'long',
  ]);
  expect(sizes?.back?.n).toBe(6);
  // Three rows of the model are left without the session's own.
  expect(measuredSizes(known, 'agent', 0, 'long')).toMatchObject({
    model: null,
    summaryBytes: { n: 5 },
  });
});

it('has another name with another row', () => {
  const rows: readonly WrittenRow[] = [
    ['agent', null, 'model', 1, 100, null, null],
    ['agent', null, 'model', 2, 200, null, null],
  ];
  const { id } = tableOf('name', rows);
  expect(tableOf('name', rows).id).toBe(id);
  expect(
    tableOf('name', [['agent', null, 'model', 1, 100, 1, null], ...rows.slice(1)]).id,
  ).not.toBe(id);
  expect(tableOf('name', [...rows].reverse()).id).not.toBe(id);
});

it('keeps every shipped table under the name that links have for it', () => {
  // Never change a line: a link names its table.
  expect(sizeTables.map(({ id }) => id)).toEqual(['2026-11.550aa467', '2026-11-29-files.e5dcce94']);
  for (const id of sizeTableIds()) expect(sizeTable(id)?.id).toBe(id);
  expect(sizeTable('none')).toBeNull();
});
