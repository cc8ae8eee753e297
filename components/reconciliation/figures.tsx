import type { ReactNode } from 'react';
import { ScrollTable } from '@/components/ui/scroll-table';

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
    <ScrollTable
      label={caption}
      className="w-full border-collapse whitespace-nowrap"
      head="border-b text-sm text-ink3"
      heads={columns.map(({ head, text }) => [
        head,
        text === true ? 'py-1 pr-4 text-left' : 'py-1 pr-4 text-right',
      ])}
    >
      {rows.map((row, i) => (
        <tr key={i} className="border-b border-line2">
          {row.map((cell, at) => (
            <td
              key={columns[at]?.head}
              className={`py-1 pr-4 ${columns[at]?.text === true ? 'text-left' : 'text-right'}`}
            >
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
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
