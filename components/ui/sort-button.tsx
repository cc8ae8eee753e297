import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Tooltip } from './tooltip';

/** A column's sort order, as `aria-sort` names it. */
type SortState = 'ascending' | 'descending' | 'none';

/** The state of one column under the table's sort. */
export const sortStateOf = (
  sort: { readonly column: string; readonly descending: boolean } | null,
  column: string,
): SortState => (sort?.column !== column ? 'none' : sort.descending ? 'descending' : 'ascending');

/** The head of a column that can be sorted by; an arrow shows the order. */
export function SortButton(props: {
  readonly state: SortState;
  readonly title: string;
  readonly right: boolean;
  readonly className: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  const { state, title, right, className, onClick, children } = props;
  const Arrow = state === 'descending' ? ArrowDown : ArrowUp;
  return (
    <Tooltip text={title}>
      <button
        type="button"
        onClick={onClick}
        className={classNames(
          'flex min-h-6 w-full items-center gap-1 hover:text-ink',
          right && 'justify-end',
          state === 'none' ? 'text-ink2' : 'font-medium text-ink',
          className,
        )}
      >
        {children}
        {state === 'none' ? null : <Arrow size={11} aria-hidden="true" className="shrink-0" />}
      </button>
    </Tooltip>
  );
}
