'use client';

import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { formatInteger } from '@/lib/engine/base/format';
import type { SessionHead } from '@/lib/api/contract/session-listing';
import { SeverityMark } from '../views/severity-mark';
import { severityWords } from '../views/severity-words';
import { itemKey } from './item-key';
import { rowElementId } from './session-row';

/** The head of the sessions of one severity: how many, and what it means. */
export const HeadRow = memo(function HeadRow(props: {
  readonly head: SessionHead;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly onToggleGroup: (id: string) => void;
}) {
  const { head, index, top, active, onToggleGroup } = props;
  const { severity, open, sessions } = head;
  const { name, note } = severityWords[severity];
  return (
    <div
      role="row"
      id={rowElementId(itemKey(head))}
      data-head={severity}
      aria-rowindex={index + 2}
      onClick={() => onToggleGroup(severity)}
      style={{ transform: `translateY(${top}px)` }}
      className={classNames(
        'absolute inset-x-0 flex h-[27px] cursor-pointer items-center gap-2 border-b border-line2 px-4 text-sm contain-strict',
        active
          ? 'bg-sel in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-accent'
          : 'bg-bg hover:bg-sel',
      )}
    >
      <SeverityMark severity={severity} />
      <span role="gridcell" className="min-w-0 truncate">
        <span className="font-semibold">{name}</span>
        <span className="ml-2 text-ink3">{formatInteger(sessions)}</span>
        <span className="ml-4 text-ink3 max-md:hidden">{note}</span>
      </span>
      <span role="gridcell" className="ml-auto text-ink2">
        {open ? <span className="sr-only">Hide</span> : 'Show'}
      </span>
    </div>
  );
});
