import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Term } from '@/components/ui/tooltip';
import { loopRule } from '@/lib/analysis/explain/outcome/loop-watch';
import { formatInteger } from '@/lib/engine/base/format';
import {
  costText,
  matrixTotals,
  type Matrix,
  type MatrixColumn,
  type MatrixTotals as Totals,
} from '@/lib/answers/report/outcome/matrix';
import { nameCell, valueCell } from './widths';

interface TotalLine {
  readonly label: string;
  readonly read: (totals: Totals) => number;
  readonly title?: string;
  /** True where any of it is a fault. */
  readonly isFault: boolean;
}

/** Totals below each column. */
const totalLines: readonly TotalLine[] = [
  { label: 'overflow steps', read: ({ overflowSteps }) => overflowSteps, isFault: true },
  {
    label: 'scenarios overflowing',
    read: ({ scenariosOverflowing }) => scenariosOverflowing,
    isFault: true,
  },
  { label: 'compactions', read: ({ compactions }) => compactions, isFault: false },
  { label: 'loops', read: ({ loops }) => loops, title: loopRule.definition, isFault: false },
];

const nameClass =
  'sticky left-0 z-10 flex h-6 shrink-0 items-center border-r bg-panel px-4 text-sm font-normal text-ink2';
const valueClass = 'h-6 shrink-0 bg-panel px-2 text-right text-sm/6';

/** Sums of each column, in view below the rows. */
export const MatrixTotals = memo(function MatrixTotals({ matrix }: { readonly matrix: Matrix }) {
  const { columns } = matrix;
  const totals = matrixTotals(matrix);
  return (
    <>
      {totalLines.map(({ label, read, title, isFault }) => (
        <tr key={label} role="row" className="flex">
          <th role="rowheader" scope="row" style={nameCell} className={nameClass}>
            {title === undefined ? label : <Term text={title}>{label}</Term>}
          </th>
          {columns.map(({ key }, k) => {
            const total = totals[k];
            const value = total ? read(total) : 0;
            return (
              <td
                key={key}
                role="gridcell"
                data-total={`${label} ${key}`}
                style={valueCell}
                className={classNames(
                  valueClass,
                  isFault && value > 0 ? 'font-medium text-overflow' : '',
                )}
              >
                {formatInteger(value)}
              </td>
            );
          })}
        </tr>
      ))}
      {matrix.prices === null ? null : <CostLine columns={columns} totals={totals} />}
    </>
  );
});

/** What each column costs, below its counts. */
const CostLine = (props: {
  readonly columns: readonly MatrixColumn[];
  readonly totals: readonly Totals[];
}) => (
  <tr role="row" className="flex">
    <th role="rowheader" scope="row" style={nameCell} className={nameClass}>
      cost
    </th>
    {props.columns.map(({ key }, k) => {
      const total = props.totals[k];
      return (
        <td
          key={key}
          role="gridcell"
          data-total={`cost ${key}`}
          style={valueCell}
          className={valueClass}
        >
          {total ? costText(total) : ''}
        </td>
      );
    })}
  </tr>
);
