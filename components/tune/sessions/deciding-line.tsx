'use client';

import Link from 'next/link';
import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Sparkline } from '@/components/library/table/sparkline';
import { formatInteger } from '@/lib/engine/base/format';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import type { ChangeKind } from '../model/deciding-rows';
import type { DecidedRow } from '../state/use-deciding';

/** Height of a row in pixels. */
export const ROW_HEIGHT = 28;

/** Where a row leads. */
export interface LineTarget {
  /** Address of a session at its deciding step, as far as that is known. */
  readonly hrefOf: (row: DecidedRow) => string;
  /** The setting that decides a session, in words. */
  readonly decidesOf: (row: DecidedRow) => string;
  /** Ids of the rows in view: their deciding steps are looked up. */
  readonly onShown: (ids: readonly string[]) => void;
}

/** The head of the table; the widths of its columns. */
export function DecidingHead({
  names,
}: {
  readonly names: { readonly today: string; readonly tried: string };
}) {
  const heads = [
    ['session', 'w-auto pl-4 text-left'],
    ['steps', 'w-14 text-right'],
    ['tokens', 'w-20 text-center'],
    [names.today, 'w-[84px] text-left'],
    ['', 'w-6'],
    [names.tried, 'w-[84px] text-left'],
    ['change', 'w-20 text-left'],
    ['decides', 'w-40 pr-4 text-right'],
  ] as const;
  return (
    <thead className="sticky top-0 z-10 bg-bg text-xs text-ink3">
      <tr>
        {heads.map(([label, className], at) => (
          <th
            key={at}
            scope="col"
            className={classNames('h-6 truncate border-b px-1.5 font-normal', className)}
          >
            {label === '' ? <span className="sr-only">becomes</span> : label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const changes: Readonly<Record<ChangeKind, string>> = {
  broken: 'text-overflow font-medium',
  more: 'text-threshold font-medium',
  same: 'text-ink2',
  fewer: 'text-good font-medium',
  saved: 'text-good font-medium',
};

/** A session: what it does today and under the tried settings, and the setting that decides it. */
export const DecidingLine = memo(function DecidingLine(props: {
  readonly row: DecidedRow;
  readonly index: number;
  readonly target: LineTarget;
}) {
  const { row, index, target } = props;
  const { session, today, then, change } = row;
  const { facts, steps, spark, limit } = session;
  return (
    <tr
      aria-rowindex={index + 2}
      data-session={facts.id}
      className={classNames(
        'border-b border-line2 hover:bg-sel',
        facts.generated && 'text-ink3 [&_*]:font-normal! [&_*]:text-ink3!',
      )}
      style={{ height: ROW_HEIGHT }}
    >
      <td className="truncate pl-4">
        <Link href={target.hrefOf(row)} className="font-medium hover:underline">
          <ForeignText text={facts.name} />
        </Link>
        {facts.subAgent ? <Tag text="sub-agent" /> : null}
        {facts.generated ? <Tag text="generated" /> : null}
      </td>
      <td className="px-1.5 text-right">{formatInteger(steps)}</td>
      <td className="px-1.5 [&>svg]:h-4 [&>svg]:w-15">
        <Sparkline percents={spark} limited={limit !== null} />
      </td>
      <td className="truncate px-1.5">
        <Totals totals={today} />
      </td>
      <td className="text-ink3">→</td>
      <td className="truncate px-1.5">
        <Totals totals={then} />
      </td>
      <td className={classNames('truncate px-1.5', changes[change])}>{changeText(row)}</td>
      <td className="truncate pr-4 pl-1.5 text-right font-mono text-xs">
        {facts.generated ? 'does not decide' : target.decidesOf(row)}
      </td>
    </tr>
  );
});

const Tag = ({ text }: { readonly text: string }) => (
  <span className="ml-1.5 rounded border border-line px-1 text-xs font-normal text-ink2">
    {text}
  </span>
);

/** "▲ 2 at 143", "↻ ◆ 12", "◆ 3". */
function Totals({ totals }: { readonly totals: SessionTotals }) {
  const { overflowSteps, firstOverflow, loop, compactions } = totals;
  if (overflowSteps > 0) {
    return (
      <span className="font-medium text-overflow">
        ▲ {formatInteger(overflowSteps)} at {formatInteger(firstOverflow)}
      </span>
    );
  }
  return (
    <span className="font-medium text-compaction">
      {loop ? <span className="text-overflow">↻ </span> : null}◆ {formatInteger(compactions)}
    </span>
  );
}

function changeText({ change, more }: DecidedRow): string {
  switch (change) {
    case 'broken':
      return '▲ broken';
    case 'saved':
      return '+ saved';
    case 'same':
      return '= same';
    case 'more':
      return `− ${formatInteger(more)} more`;
    case 'fewer':
      return `+ ${formatInteger(-more)} fewer`;
  }
}
