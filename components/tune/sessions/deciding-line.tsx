'use client';

import Link from 'next/link';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Sparkline } from '@/components/library/table/sparkline';
import { formatInteger } from '@/lib/engine/base/format';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import type { ChangeKind } from '../model/deciding-rows';
import type { DecidedRow } from '../state/use-deciding';

/** Where a row leads. */
export interface LineTarget {
  /** Address of a session at its deciding step, as far as that is known. */
  readonly hrefOf: (row: DecidedRow) => string;
  /** The setting that decides a session, in words. */
  readonly decidesOf: (row: DecidedRow) => string;
  /** Ids of the rows in view: their deciding steps are looked up. */
  readonly onShown: (ids: readonly string[]) => void;
}

const changes: Readonly<Record<ChangeKind, string>> = {
  broken: 'text-overflow font-medium',
  more: 'text-threshold font-medium',
  same: 'text-ink2',
  fewer: 'text-good font-medium',
  saved: 'text-good font-medium',
};

/** The columns: what a session does today and under the tried settings, and the setting that decides it. */
export const decidingColumns = (
  names: { readonly today: string; readonly tried: string },
  target: LineTarget,
): readonly Column<DecidedRow>[] => [
  {
    id: 'session',
    width: 'minmax(10rem, 1fr)',
    className: 'pl-4',
    cell: (row) => <Session row={row} href={target.hrefOf(row)} />,
  },
  figureColumn('steps', ({ session }) => formatInteger(session.steps), { width: '3.5rem' }),
  {
    id: 'tokens',
    width: '5rem',
    headClass: 'text-center',
    cellClass: '[&>svg]:h-4 [&>svg]:w-15',
    cell: ({ session: { spark, limit } }) => (
      <Sparkline row={{ sparkline: spark, limit, marks: '|' }} />
    ),
  },
  {
    id: 'today',
    head: names.today,
    width: '84px',
    cell: ({ today }) => <Totals totals={today} />,
  },
  {
    id: 'becomes',
    head: <span className="sr-only">becomes</span>,
    width: '1.5rem',
    cellClass: 'text-ink3',
    cell: () => '→',
  },
  { id: 'tried', head: names.tried, width: '84px', cell: ({ then }) => <Totals totals={then} /> },
  { id: 'change', width: '5rem', cellClass: ({ change }) => changes[change], cell: changeText },
  {
    id: 'decides',
    width: '10rem',
    align: 'right',
    className: 'pr-4',
    cellClass: 'font-mono text-xs',
    cell: (row) => (row.session.facts.generated ? 'does not decide' : target.decidesOf(row)),
  },
];

function Session({ row, href }: { readonly row: DecidedRow; readonly href: string }) {
  const { facts } = row.session;
  return (
    <>
      <Link href={href} className="font-medium hover:underline">
        <ForeignText text={facts.name} />
      </Link>
      {facts.subAgent ? <Tag text="sub-agent" /> : null}
      {facts.generated ? <Tag text="generated" /> : null}
    </>
  );
}

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
