'use client';

import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { nextActive } from '@/components/library/table/grid-keys';
import { classNames } from '@/components/ui/class-names';
import { SortButton, sortStateOf } from '@/components/ui/sort-button';
import { Term } from '@/components/ui/tooltip';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import type { MatrixColumn } from '@/lib/answers/report/outcome/matrix';
import { GalleryRow } from './gallery-row';
import type { GalleryItem } from './gallery-rows';
import type { GalleryColumn, GalleryView } from './gallery-view';

interface HeadCell {
  readonly label: string;
  readonly title: string;
  readonly className: string;
  /** The column's sort key; a heading without one is no button. */
  readonly column: GalleryColumn | null;
  /** True for numbers, which are right-aligned. */
  readonly right: boolean;
}

const head =
  ({ right }: Pick<HeadCell, 'right'>) =>
  (column: HeadCell['column'], label: string, title: string, className: string): HeadCell => ({
    ...{ column, label, title, className, right },
  });
const words = head({ right: false });
const figures = head({ right: true });

/** The columns in order, with widths; narrow windows omit some. */
const heads: readonly HeadCell[] = [
  words(
    null,
    'real, heuristic, threshold',
    'Real tokens (solid), heuristic (dotted), threshold (dashed), limit (thin)',
    'w-[172px] pl-4 max-md:hidden',
  ),
  words(
    'name',
    'scenario',
    'Name, and its tools in words',
    'max-md:sticky max-md:left-0 max-md:z-[1] max-md:w-[13rem] max-md:bg-bg',
  ),
  words('family', 'family', 'Property under test', 'w-28 max-xl:hidden'),
  figures('window', 'window', 'Context window in tokens: the limit', 'w-20 max-lg:w-16'),
  figures('turns', 'turns', 'Turns, and steps they take', 'w-20 max-lg:hidden'),
  figures('ratio', 'ratio', 'Real tokens for each heuristic token', 'w-20 max-xl:hidden'),
  words('usage', 'usage', 'Usage reported by the provider', 'w-24 pl-5 max-[1360px]:hidden'),
  words(null, 'outcome', 'Outcome under the chosen policy', 'w-28 max-lg:w-24'),
  figures('compactions', 'comp.', 'Compactions', 'w-16 max-lg:w-14'),
  figures(
    'overflow',
    'overflow',
    'Steps whose request is larger than the limit',
    'w-20 max-lg:w-18',
  ),
  figures('peak', 'peak', 'Largest request sent, in percent of the limit', 'w-18 max-lg:hidden'),
  words(
    null,
    'as expected',
    'Same outcome as the reference',
    'w-28 pr-4 pl-5 max-lg:w-24 max-lg:pl-2',
  ),
];

/** The scenarios in a table; arrow keys move between rows. */
export function GalleryTable(props: {
  readonly items: readonly GalleryItem[];
  readonly column: MatrixColumn;
  readonly sort: GalleryView['sort'];
  readonly onSort: (sort: GalleryView['sort']) => void;
  readonly opening: string | null;
  /** Id of the element that describes opening. */
  readonly describedBy: string;
  readonly onOpen: (id: string) => void;
}) {
  const { items, column, sort, onSort, opening, describedBy, onOpen } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState<string | null>(null);
  // The expectations are about the reference under its defaults.
  const judged = column.key === DEFAULT_POLICY;
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback((id: string) => latest.current(id), []);

  function onKeyDown(event: KeyboardEvent): void {
    const names = [...(body.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])];
    const at = names.findIndex((name) => name === document.activeElement);
    const next = at < 0 ? null : nextActive(event.key, at, names.length, 10);
    if (next === null) return;
    event.preventDefault();
    names[next]?.focus();
  }

  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <table className="w-full min-w-[44rem] table-fixed border-separate border-spacing-0 text-left">
        <caption className="sr-only">Scenarios</caption>
        <thead className="sticky top-0 z-10 bg-bg shadow-[0_1px_0_var(--line)]">
          <tr>
            {heads.map((head) => (
              <Head key={head.label} head={head} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {items.map(({ scenario, outcome }, index) => (
            <GalleryRow
              key={scenario.id}
              scenario={scenario}
              outcome={outcome}
              judged={judged}
              reachable={
                active === null || !items.some((item) => item.scenario.id === active)
                  ? index === 0
                  : active === scenario.id
              }
              opening={opening === scenario.id}
              describedBy={describedBy}
              onFocus={setActive}
              onOpen={open}
            />
          ))}
        </tbody>
      </table>
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

function Head(props: {
  readonly head: HeadCell;
  readonly sort: GalleryView['sort'];
  readonly onSort: (sort: GalleryView['sort']) => void;
}) {
  const { head, sort, onSort } = props;
  const { label, title, column, right } = head;
  const look = classNames('h-8 px-2 text-sm font-normal text-ink2', head.className);
  if (column === null) {
    return (
      <th scope="col" className={look}>
        <Term text={title} className="text-left">
          {label}
        </Term>
      </th>
    );
  }
  const state = sortStateOf(sort, column);
  return (
    <th scope="col" aria-sort={state} className={look}>
      <SortButton
        {...{ state, title, right }}
        className=""
        onClick={() => onSort(nextSort(sort, column))}
      >
        {label}
      </SortButton>
    </th>
  );
}
