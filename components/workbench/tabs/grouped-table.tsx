import type { ReactNode } from 'react';
import { TableHead } from '@/components/ui/scroll-table';

/** Rows under a title; nothing without rows. */
interface RowGroup {
  readonly title?: string;
  readonly rows: readonly ReactNode[];
}

/** A table of figures whose rows stand in groups; `heads` are the headings after the first. */
export function GroupedTable(props: {
  readonly caption: string;
  readonly head: string;
  readonly heads: readonly string[];
  readonly groups: readonly RowGroup[];
}) {
  const { caption, head, heads, groups } = props;
  return (
    <table className="mt-3 border-collapse whitespace-nowrap">
      <caption className="sr-only">{caption}</caption>
      <TableHead
        className="border-b text-sm text-ink3"
        heads={[
          [head, 'py-1 pr-2 text-left'],
          ...heads.map((label) => [label, 'px-1.5 py-1 text-right'] as const),
        ]}
      />
      {groups.map(({ title, rows }) =>
        rows.length === 0 ? null : (
          <tbody key={title ?? ''}>
            {title === undefined ? null : (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={heads.length + 1}
                  className="pt-3 pb-1 text-left text-sm font-normal text-ink3"
                >
                  {title}
                </th>
              </tr>
            )}
            {rows}
          </tbody>
        ),
      )}
    </table>
  );
}
