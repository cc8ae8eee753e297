import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { cellColumns, figureColumn, type Column } from './column';
import { DataTable, type DataTableProps } from './data-table';

interface Fruit {
  readonly name: string;
  readonly kind: string;
  readonly weight: number;
}

const fruits: readonly Fruit[] = [
  { name: 'apple', kind: 'pome', weight: 150 },
  { name: 'pear', kind: 'pome', weight: 170 },
  { name: 'plum', kind: 'stone', weight: 60 },
];
const columns: readonly Column<Fruit>[] = [
  { id: 'name', cell: ({ name }) => name },
  figureColumn('weight', ({ weight }) => `${weight} g`, { sortable: true }),
];

const drawn = (more: Partial<DataTableProps<Fruit>> = {}): string =>
  renderToStaticMarkup(
    <DataTable columns={columns} rows={fruits} keyOf={({ name }) => name} {...more} />,
  );

/** The elements of a markup without their classes. */
const plain = (markup: string): string => markup.replaceAll(/ class="[^"]*"/g, '');

it('a row is headed by its first cell, or by that of the column that is named', () => {
  expect(plain(drawn())).toContain('<tr><th scope="row">apple</th><td>150 g</td></tr>');
  expect(plain(drawn({ headingAt: 1 }))).toContain('<td>apple</td><th scope="row">150 g</th>');
});

it('a wide table is scrolled in a box with its name, which is its caption too', () => {
  const markup = plain(drawn({ label: 'Fruits' }));
  expect(markup).toMatch(/^<div tabindex="0" role="region" aria-label="Fruits"><table>/);
  expect(markup).toContain('<caption>Fruits</caption>');
  expect(drawn()).toMatch(/^<table/);
});

it('rows of a group stand under its title', () => {
  const titles = plain(drawn({ groupOf: ({ kind }) => kind })).match(/rowgroup"[^<]*</g);
  expect(titles).toEqual(['rowgroup" colSpan="2">pome<', 'rowgroup" colSpan="2">stone<']);
});

it('says what it is sorted by, and which columns could be', () => {
  expect(drawn()).toContain('aria-sort="none"');
  const sort = { column: 'weight', descending: true };
  expect(drawn({ sort })).toContain('aria-sort="descending"');
});

it('a cell may span others, which are not drawn', () => {
  const spanning: readonly Column<Fruit>[] = [
    {
      id: 'kind',
      cell: ({ kind }) => kind,
      span: ({ name }) => (name === 'pear' ? null : { rowSpan: name === 'apple' ? 2 : 1 }),
    },
    { id: 'name', cell: ({ name }) => name },
  ];
  const markup = plain(drawn({ columns: spanning }));
  expect(markup).toContain('<th scope="row" rowSpan="2">pome</th><td>apple</td>');
  expect(markup).toContain('<tr><td>pear</td></tr>');
});

it('rows that are lists of cells need only headings', () => {
  const markup = renderToStaticMarkup(
    <DataTable
      columns={cellColumns([{ id: 'a' }, { id: 'b' }])}
      rows={[['1', '2']]}
      keyOf={(_, at) => at}
    />,
  );
  expect(plain(markup)).toContain('<th scope="row">1</th><td>2</td>');
});
