import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import { billTable } from '@/lib/analysis/cost/cost-tables';

/** Dollars by what they are charged for; the difference is between the two modelled columns. */
export function CostTable(props: { readonly report: CostReport; readonly isWhatIf: boolean }) {
  const { report, isWhatIf } = props;
  const { heads, rows } = billTable(report, isWhatIf ? 'what-if' : null);
  const headings: readonly TableHeading[] = [
    ['charged as', 'py-1 pr-1.5 text-left'],
    ...heads.map((head): TableHeading => [head, 'px-1.5 py-1 text-right']),
  ];
  return (
    <ScrollTable
      label="Cost by kind of token"
      head="border-b border-line text-sm text-ink3"
      heads={headings}
      className="mt-2 w-full border-collapse whitespace-nowrap"
    >
      {rows.map(({ label, cells, total }) => (
        <tr
          key={label}
          className={total ? 'border-t border-line font-semibold' : 'border-b border-line2'}
        >
          <th
            scope="row"
            className={`py-0.5 pr-1.5 text-left ${total ? 'font-semibold' : 'font-normal'}`}
          >
            {label}
          </th>
          {cells.map((cell, column) => (
            <td key={heads[column]} className="px-1.5 py-0.5 text-right font-mono text-sm">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
