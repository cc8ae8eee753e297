import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names';
import { alignClass, type CellAttributes } from './column';

/** A line below the rows that stays in view, as of totals. */
export interface FootLine {
  readonly id: string;
  /** What the cell below a column shows; the first column's is the heading of the line. */
  readonly cell: (column: number) => ReactNode;
  readonly attributes?: (column: number) => CellAttributes;
}

/** The lines at the foot of a grid. */
export function GridFoot(props: {
  readonly ref: Ref<HTMLDivElement>;
  readonly lines: readonly FootLine[];
  readonly columns: readonly {
    readonly id: string;
    readonly className?: string;
    readonly align?: 'left' | 'center' | 'right';
  }[];
  readonly template: string;
}) {
  const { ref, lines, columns, template } = props;
  return (
    <div ref={ref} role="rowgroup" data-foot="" className="sticky bottom-0 z-20 border-t">
      {lines.map(({ id, cell, attributes }) => (
        <div key={id} role="row" className="grid" style={{ gridTemplateColumns: template }}>
          {columns.map((column, at) => {
            const { className, ...rest } = attributes?.(at) ?? {};
            return (
              <span
                key={column.id}
                role={at === 0 ? 'rowheader' : 'gridcell'}
                {...rest}
                className={classNames(
                  'h-6 bg-panel text-sm/6',
                  alignClass(column),
                  column.className,
                  className,
                )}
              >
                {cell(at)}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
