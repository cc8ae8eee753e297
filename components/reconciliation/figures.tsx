import type { ReactNode } from 'react';
import { cellColumns } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';

/** A column of a table of figures; texts stand left, numbers right. */
interface FigureColumn {
  readonly head: string;
  readonly text?: boolean;
}

/** A table of figures with a caption above it; scrolls sideways if too wide. */
export function Figures(props: {
  readonly caption: string;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  const { caption, columns, rows } = props;
  return (
    <DataTable
      label={caption}
      className="w-full whitespace-nowrap"
      cellClass="py-1 pr-4"
      columns={cellColumns(
        columns.map(({ head, text = false }) => ({ id: head, align: text ? 'left' : 'right' })),
      )}
      rows={rows}
      keyOf={(_, index) => index}
    />
  );
}

/** A part of the page: title and rule of computation. */
export function Section(props: {
  readonly id: string;
  readonly title: string;
  readonly rule: ReactNode;
  readonly children: ReactNode;
}) {
  const { id, title, rule, children } = props;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="text-lg font-semibold tracking-tight">
        {title}
      </h3>
      <p className="mt-1 mb-3 max-w-[90ch] text-ink2">{rule}</p>
      {children}
    </section>
  );
}
