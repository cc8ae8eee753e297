import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DataGrid, type DataGridProps } from './data-grid';

const drawn = (more: Partial<DataGridProps<number>> = {}): string =>
  renderToStaticMarkup(
    <DataGrid
      label="Squares"
      columns={[
        { id: 'number', width: '4rem', cell: (row) => row },
        { id: 'square', cell: (row) => row * row },
      ]}
      rows={Array.from({ length: 1_000 }, (_, at) => at)}
      keyOf={(row) => row}
      rowHeight={20}
      headHeight={24}
      rowAttributes={(row) => ({ id: `row-${row}` })}
      {...more}
    />,
  );

it('is a table that keys scroll; of a thousand rows none out of view is drawn', () => {
  const markup = drawn();
  expect(markup).toContain(
    'role="table" aria-label="Squares" aria-rowcount="1001" aria-colcount="2" tabindex="0"',
  );
  expect(markup).toContain('grid-template-columns:4rem minmax(0, 1fr)');
  expect(markup.match(/role="row"/g)?.length).toBeLessThan(50);
});

it('is a grid where rows are chosen, and names the active one', () => {
  expect(drawn({ active: 7, onActive: () => undefined })).toMatch(
    /role="grid".*aria-activedescendant="row-7"/,
  );
});

it('is a grid without a stop of its own where the focus goes through its cells', () => {
  const markup = drawn({ onOpenCell: () => undefined });
  expect(markup).toContain('role="grid"');
  expect(markup).not.toMatch(/aria-label="Squares"[^>]*tabindex/);
});

it('keeps lines at its foot, each headed by its first cell', () => {
  const foot = [{ id: 'sum', cell: (at: number) => (at === 0 ? 'sum' : '332,833,500') }];
  expect(drawn({ foot }).replaceAll(/ (class|style)="[^"]*"/g, '')).toContain(
    '<span role="rowheader">sum</span><span role="gridcell">332,833,500</span>',
  );
});
