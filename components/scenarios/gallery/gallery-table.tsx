'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { nextActive } from '@/components/sessions/grid-keys';
import { classNames } from '@/components/ui/class-names';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import type { MatrixColumn } from '@/lib/report/matrix';
import { GalleryRow } from './gallery-row';
import type { GalleryItem } from './gallery-rows';
import type { GalleryColumn, GalleryView } from './gallery-view';

interface HeadCell {
  readonly label: string;
  readonly title: string;
  /** What it sorts by; a head without is no button. */
  readonly column?: GalleryColumn;
  readonly right?: boolean;
  readonly className: string;
}

/** The columns in order, with widths; narrow windows leave some out. */
const heads: readonly HeadCell[] = [
  {
    label: 'real, heuristic, threshold',
    title: 'Real tokens (solid), heuristic (dotted), threshold (dashed), limit (thin)',
    className: 'w-[172px] pl-4',
  },
  { label: 'scenario', title: 'Name, and its tools in words', column: 'name', className: '' },
  {
    label: 'family',
    title: 'What it stresses',
    column: 'family',
    className: 'w-28 max-xl:hidden',
  },
  {
    label: 'window',
    title: 'Context window in tokens: the limit',
    column: 'window',
    right: true,
    className: 'w-20 max-lg:w-16',
  },
  {
    label: 'turns',
    title: 'Turns, and steps they take',
    column: 'turns',
    right: true,
    className: 'w-20 max-lg:hidden',
  },
  {
    label: 'ratio',
    title: 'Real tokens for each heuristic token',
    column: 'ratio',
    right: true,
    className: 'w-20 max-xl:hidden',
  },
  {
    label: 'usage',
    title: 'Whether the provider reports usage',
    column: 'usage',
    className: 'w-24 pl-5 max-[1360px]:hidden',
  },
  {
    label: 'outcome',
    title: 'What becomes of it under the policy chosen',
    className: 'w-28 max-lg:w-24',
  },
  {
    label: 'comp.',
    title: 'Compactions',
    column: 'compactions',
    right: true,
    className: 'w-16 max-lg:w-14',
  },
  {
    label: 'overflow',
    title: 'Steps whose request is larger than the limit',
    column: 'overflow',
    right: true,
    className: 'w-20 max-lg:w-18',
  },
  {
    label: 'peak',
    title: 'Largest request sent, in percent of the limit',
    column: 'peak',
    right: true,
    className: 'w-18 max-lg:hidden',
  },
  {
    label: 'as expected',
    title: 'Whether it is what the reference does',
    className: 'w-28 pr-4 pl-5 max-lg:w-24 max-lg:pl-2',
  },
];

/** The scenarios in a table; arrow keys go from one to the next. */
export function GalleryTable({
  items,
  column,
  sort,
  onSort,
  opening,
  onOpen,
}: {
  readonly items: readonly GalleryItem[];
  readonly column: MatrixColumn;
  readonly sort: GalleryView['sort'];
  readonly onSort: (sort: GalleryView['sort']) => void;
  readonly opening: string | null;
  readonly onOpen: (id: string) => void;
}) {
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
      <table className="w-full table-fixed border-collapse text-left">
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
              onFocus={setActive}
              onOpen={open}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Columns whose first sort is upwards. */
const upwards: readonly GalleryColumn[] = ['name', 'family', 'window', 'usage'];

function Head({
  head: { label, title, column, right = false, className },
  sort,
  onSort,
}: {
  readonly head: HeadCell;
  readonly sort: GalleryView['sort'];
  readonly onSort: (sort: GalleryView['sort']) => void;
}) {
  const sorted = column !== undefined && sort?.column === column;
  const Arrow = sort?.descending === true ? ArrowDown : ArrowUp;
  const look = classNames('h-8 px-2 text-sm font-normal text-ink2', className);
  if (column === undefined) {
    return (
      <th scope="col" title={title} className={look}>
        {label}
      </th>
    );
  }
  const next = (): GalleryView['sort'] => {
    const first = !upwards.includes(column);
    if (!sorted) return { column, descending: first };
    return sort.descending === first ? { column, descending: !first } : null;
  };
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className={look}
    >
      <button
        type="button"
        title={title}
        onClick={() => onSort(next())}
        className={classNames(
          'flex w-full items-center gap-1 hover:text-ink',
          right && 'justify-end',
          sorted && 'font-medium text-ink',
        )}
      >
        {label}
        {sorted ? <Arrow size={11} aria-hidden="true" className="shrink-0" /> : null}
      </button>
    </th>
  );
}
