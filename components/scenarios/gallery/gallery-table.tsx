'use client';

import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { DataTable } from '@/components/ui/grid/data-table';
import { nextRow } from '@/components/ui/grid/grid-keys';
import { galleryColumns, linesBelow } from './gallery-columns';
import type { GalleryItem } from './gallery-rows';
import { sortableColumns, type GalleryColumn, type GalleryView } from './gallery-view';

/** The scenarios in a table; arrow keys move between rows. */
export function GalleryTable(props: {
  readonly items: readonly GalleryItem[];
  /** True under the reference with its defaults, which the expectations are about. */
  readonly isJudged: boolean;
  readonly sort: GalleryView['sort'];
  readonly onSort: (sort: GalleryView['sort']) => void;
  readonly opening: string | null;
  /** Id of the element that describes opening. */
  readonly describedBy: string;
  readonly onOpen: (id: string) => void;
}) {
  const { items, isJudged, sort, onSort, opening, describedBy, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [noted, setNoted] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const columns = useMemo(
    () =>
      galleryColumns({
        describedBy,
        onFocus: setActive,
        onOpen: (id) => latest.current(id),
        onNoted: (id) =>
          setNoted((old) => {
            const next = new Set(old);
            if (!next.delete(id)) next.add(id);
            return next;
          }),
      }),
    [describedBy],
  );
  const reachable = items.some(({ scenario }) => scenario.id === active)
    ? active
    : items[0]?.scenario.id;

  function onKeyDown(event: KeyboardEvent): void {
    const names = [...(box.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])];
    const at = names.findIndex((name) => name === document.activeElement);
    const next = at < 0 ? null : nextRow(event.key, at, names.length, 10);
    if (next === null) return;
    event.preventDefault();
    names[next]?.focus();
  }

  return (
    <div ref={box} className="min-h-0 flex-1 overflow-auto" onKeyDown={onKeyDown}>
      <DataTable
        caption="Scenarios"
        className="w-full min-w-[44rem] table-fixed border-separate border-spacing-0 text-left"
        headClass="sticky top-0 z-10 h-8 bg-bg text-sm text-ink2 shadow-[0_1px_0_var(--line)]"
        rowClass="bg-bg focus-within:bg-sel hover:bg-sel *:border-b *:border-line2"
        cellClass="px-2"
        columns={columns}
        rows={items.map((item) => ({
          ...item,
          isJudged,
          isReachable: item.scenario.id === reachable,
          isOpening: item.scenario.id === opening,
          isNoted: noted.has(item.scenario.id),
        }))}
        keyOf={({ scenario }) => scenario.id}
        headingAt={1}
        rowAttributes={({ scenario }) => ({ 'data-scenario': scenario.id })}
        below={linesBelow}
        sort={sort}
        onSort={(id) => {
          const column = sortableColumns.find((one) => one === id);
          if (column) onSort(nextSort(sort, column));
        }}
      />
    </div>
  );
}

/** Columns that sort ascending first. */
const upwards: readonly GalleryColumn[] = ['name', 'family', 'window', 'usage'];

/** The sort after a click: the column's first order, the other one, then the documents' order. */
function nextSort(sort: GalleryView['sort'], column: GalleryColumn): GalleryView['sort'] {
  const first = !upwards.includes(column);
  if (sort?.column !== column) return { column, descending: first };
  return sort.descending === first ? { column, descending: !first } : null;
}
