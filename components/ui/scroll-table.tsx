import type { ReactNode, TableHTMLAttributes } from 'react';
import { classNames } from './class-names';

/** The heading of a column, and classes beside the shared ones. */
export type TableHeading = readonly [label: string, className: string];

/** The head of a table, its row in `className`. */
export function TableHead(props: {
  readonly className: string;
  readonly heads: readonly TableHeading[];
}) {
  return (
    <thead>
      <tr className={props.className}>
        {props.heads.map(([label, className]) => (
          <th key={label} scope="col" className={classNames('font-normal', className)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/**
 * A table that is scrolled sideways where it must, also by keys; `children` are its rows. What only readers hear is
 * placed in its box: it would widen the page otherwise.
 */
export function ScrollTable({
  label,
  caption = label,
  head,
  heads,
  children,
  ...table
}: TableHTMLAttributes<HTMLTableElement> & {
  readonly label: string;
  /** For those who cannot see it; the label where left out. */
  readonly caption?: string;
  /** Classes of the head's row. */
  readonly head: string;
  readonly heads: readonly TableHeading[];
  readonly children: ReactNode;
}) {
  return (
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table {...table}>
        <caption className="sr-only">{caption}</caption>
        <TableHead className={head} heads={heads} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
