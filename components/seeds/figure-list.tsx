import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import type { ModelList } from '@/lib/answers/report/seeds/figure';
import { AgreementMark } from './agreement-mark';
import { FigureValue } from './figure-value';
import { PartFrame } from './part-frame';

type Line = ModelList['lines'][number];

const columns: readonly Column<Line>[] = [
  {
    id: 'figure',
    head: <span className="sr-only">figure</span>,
    headClass: 'w-[27%]',
    cellClass: 'pr-2 text-ink2',
    cell: ({ label }) => label,
  },
  figureColumn('computed', ({ figure }) => <FigureValue figure={figure} />, {
    headClass: 'w-[13%]',
  }),
  {
    id: 'document',
    className: 'pl-3',
    headClass: 'w-[19%]',
    cell: ({ figure }) => <AgreementMark figure={figure} />,
  },
  { id: 'how', className: 'pl-3', cellClass: 'text-sm text-ink2', cell: ({ how }) => how },
];

/** A list of figures: name, value, the document's value and the formula. */
export function FigureList({ list }: { readonly list: ModelList }) {
  const documented = list.lines.some(({ figure }) => figure.said !== undefined);
  return (
    <PartFrame part={list}>
      <DataTable
        className="mt-2 w-full"
        headClass="border-b text-sm"
        rowClass="border-b border-line2 align-baseline"
        cellClass="py-1"
        columns={columns.filter(({ id }) => documented || id !== 'document')}
        rows={list.lines}
        keyOf={(_, i) => i}
      />
    </PartFrame>
  );
}
