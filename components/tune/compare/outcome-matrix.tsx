'use client';

import Link from 'next/link';
import { memo, useEffect, useMemo, useState } from 'react';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { SweepEnd } from '@/lib/worker/tune/tune-sweep';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { matrixRows, type MatrixLine } from '../model/matrix-rows';
import type { TuneRow } from '../model/deciding-rows';
import { sessionHref } from '../sessions/session-link';
import type { TuneSetup } from '../state/tune-setup';

/** Most rows in view at once. */
const IN_VIEW = 14;

/** Sessions × policies at the largest window, the worst session first. */
export const OutcomeMatrix = memo(function OutcomeMatrix(props: {
  readonly setup: TuneSetup;
  readonly end: SweepEnd;
  readonly sessions: readonly TuneRow[];
}) {
  const { setup, end, sessions } = props;
  const { tune } = setup;
  const results = useLastWindow(setup, end);
  const rows = useMemo(
    () => (results?.sessions === sessions.length ? matrixRows(sessions, results) : []),
    [sessions, results],
  );
  const window = tune.windows.at(-1) ?? 0;
  return (
    <section aria-label="Sessions by policy" className="border-t pb-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 px-4">
        <h2 className="font-semibold">Sessions × policies</h2>
        <span className="text-sm text-ink2">
          window {formatInteger(window)}, worst first; <span className="text-overflow">▲</span>{' '}
          overflowing steps, <span className="text-overflow">↻</span> loop,{' '}
          <span className="text-compaction">◆</span> compactions
        </span>
      </div>
      {rows.length === 0 ? null : <Rows setup={setup} rows={rows} window={window} />}
    </section>
  );
});

/** Totals of every compared policy at the largest window. */
function useLastWindow({ tune }: TuneSetup, end: SweepEnd): SweepResults | null {
  const [results, setResults] = useState<SweepResults | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { compared, windows } = tune;
    const first = end.sums.grid.cells.length;
    const cells = compared.map((_, at) => first + (at + 1) * windows.length - 1);
    tuneClient
      .call((tuner) => tuner.read(cells))
      .then(
        (read) => stop.signal.aborted || setResults(read),
        // A worker that breaks is reported by the sweep.
        () => undefined,
      );
    return () => stop.abort();
  }, [tune, end]);
  return results;
}

function Rows(props: {
  readonly setup: TuneSetup;
  readonly rows: readonly MatrixLine[];
  readonly window: number;
}) {
  const { setup, rows, window } = props;
  const { compared } = setup.tune;
  const columns: readonly Column<MatrixLine>[] = [
    { id: 'session', width: '18rem', className: 'pl-4', cell: SessionName },
    ...compared.map(({ policy }, at) =>
      figureColumn<MatrixLine>(
        policy.id,
        (row) => <OutcomeLink row={row} at={at} policy={policy} window={window} />,
        { head: policy.label, width: 'minmax(7rem, 1fr)', className: 'px-2 last:pr-4' },
      ),
    ),
  ];
  return (
    <DataGrid
      label="Sessions by policy, table"
      columns={columns}
      rows={rows}
      keyOf={({ session }) => session.facts.id}
      rowHeight={26}
      inView={IN_VIEW}
      minWidth={288 + compared.length * 112}
      className="text-sm"
      headClass="items-end border-b text-xs text-ink3"
      rowClass="items-center border-b border-line2 hover:bg-sel"
      cellClass=""
      rowAttributes={({ session }) => ({
        className: session.facts.generated ? 'text-ink3' : '',
      })}
    />
  );
}

const SessionName = ({ session: { facts } }: MatrixLine) => (
  <>
    <ForeignText text={facts.name} />
    {facts.generated ? ' · generated' : ''}
  </>
);

/** What a session comes to under a policy, and the way to it in the workbench. */
function OutcomeLink(props: {
  readonly row: MatrixLine;
  readonly at: number;
  readonly policy: Policy;
  readonly window: number;
}) {
  const { row, at, policy, window } = props;
  const { facts } = row.session;
  const totals = row.totals[at] ?? null;
  if (totals === null) return '·';
  return (
    <Link
      className="hover:underline"
      aria-label={`${facts.name} under ${policy.label}: ${outcomeWords(totals)}`}
      href={sessionHref(
        facts.id,
        policy.id,
        { window },
        totals.firstOverflow < 0 ? null : totals.firstOverflow,
      )}
    >
      <Outcome totals={totals} quiet={facts.generated} />
    </Link>
  );
}

type Policy = TuneSetup['tune']['compared'][number]['policy'];

function outcomeWords({ overflowSteps, loop, compactions }: SessionTotals): string {
  const over = overflowSteps === 0 ? '' : `${formatInteger(overflowSteps)} overflowing steps, `;
  return `${over}${loop ? 'loop, ' : ''}${counted(compactions, 'compaction')}`;
}

function Outcome({ totals, quiet }: { readonly totals: SessionTotals; readonly quiet: boolean }) {
  const { overflowSteps, loop, compactions } = totals;
  const bad = quiet ? '' : 'text-overflow';
  return (
    <>
      {overflowSteps > 0 ? <span className={bad}>▲ {formatInteger(overflowSteps)} </span> : null}
      {loop ? <span className={bad}>↻ </span> : null}
      <span className={quiet ? '' : 'text-compaction'}>◆ {formatInteger(compactions)}</span>
    </>
  );
}
