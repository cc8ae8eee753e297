'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type ReactNode } from 'react';

/** A table of which only the rows in view are drawn; it scrolls within itself. */
export function VirtualTable<Row>(props: {
  readonly rows: readonly Row[];
  /** Pixels of a row, and most rows in view at once. */
  readonly rowHeight: number;
  readonly inView: number;
  /** Columns, for the room of rows that are out of view. */
  readonly columns: number;
  /** Name of the region that scrolls. */
  readonly label: string;
  readonly className: string;
  readonly head: ReactNode;
  readonly line: (row: Row, index: number) => ReactNode;
  /** Called with the rows in view. */
  readonly onShown?: (rows: readonly Row[]) => void;
}) {
  const { rows, rowHeight, inView, columns, label, className, head, line, onShown } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => onShown?.(rows.slice(first, last + 1)), [rows, first, last, onShown]);
  return (
    <div
      ref={setScroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-auto"
      style={{ maxHeight: rowHeight * (Math.min(rows.length, inView) + 1) + 2 }}
    >
      <table aria-rowcount={rows.length + 1} className={className}>
        {head}
        <tbody>
          <Room height={items[0]?.start ?? 0} columns={columns} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : line(row, index);
          })}
          <Room height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns} />
        </tbody>
      </table>
    </div>
  );
}

/** Room of the rows that are out of view. */
const Room = ({ height, columns }: { readonly height: number; readonly columns: number }) =>
  height <= 0 ? null : (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  );
