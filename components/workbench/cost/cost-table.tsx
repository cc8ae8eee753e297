import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import { billTable } from '@/lib/analysis/cost/cost-tables';

type BillRow = ReturnType<typeof billTable>['rows'][number];

/** Dollars by what they are charged for; the difference is between the two modelled columns. */
export function CostTable(props: { readonly report: CostReport; readonly isWhatIf: boolean }) {
  const { report, isWhatIf } = props;
  const { heads, rows } = billTable(report, isWhatIf ? 'what-if' : null);
  const columns: readonly Column<BillRow>[] = [
    {
      id: 'charged as',
      className: 'pl-0',
      cellClass: ({ total }) => (total ? 'font-semibold' : ''),
      cell: ({ label }) => label,
    },
    ...heads.map((head, at) =>
      figureColumn<BillRow>(head, ({ cells }) => cells[at], { cellClass: 'font-mono text-sm' }),
    ),
  ];
  return (
    <DataTable
      label="Cost by kind of token"
      columns={columns}
      rows={rows}
      keyOf={({ label }) => label}
      className="mt-2 w-full border-collapse whitespace-nowrap"
      headClass="border-b border-line text-sm text-ink3"
      cellClass="px-1.5 py-0.5"
      rowAttributes={({ total }) => ({
        className: total ? 'border-t border-line font-semibold' : 'border-b border-line2',
      })}
    />
  );
}
