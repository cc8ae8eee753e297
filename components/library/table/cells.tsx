import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { formatInteger } from '@/lib/engine/base/format';
import { EventMark, type EventKind } from './event-mark';

/** A cell of one line. */
export function Cell(props: {
  readonly children: ReactNode;
  readonly right?: boolean;
  readonly title?: string | undefined;
  readonly className?: string;
}) {
  const { children, right = false, title, className } = props;
  return (
    <span
      role="gridcell"
      title={title}
      className={classNames('truncate px-2', right && 'text-right', className)}
    >
      {children}
    </span>
  );
}

/** A count with the chart's mark for what it counts; hollow for recorded compactions. */
export function Mark({ count, kind }: { readonly count: number | null; readonly kind: EventKind }) {
  if (count === null) return <span className="text-ink3">–</span>;
  if (count === 0) return <span className="text-ink3">0</span>;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1',
        kind === 'overflow' ? 'font-medium text-overflow' : 'text-compaction',
      )}
    >
      <EventMark kind={kind} />
      {formatInteger(count)}
    </span>
  );
}
