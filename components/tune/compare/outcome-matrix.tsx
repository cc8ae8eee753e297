'use client';

import Link from 'next/link';
import { memo, useEffect, useMemo, useState } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { tuneClient } from '@/lib/worker/clients/tuning';
import type { SweepEnd } from '@/lib/worker/tune/tune-client';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';
import type { SweepResults } from '@/lib/tuning/sweep/sweep-results';
import { matrixRows, type MatrixLine } from '../model/matrix-rows';
import type { TunedSession } from '../model/deciding-rows';
import { sessionHref } from '../sessions/session-link';
import type { TuneSetup } from '../state/tune-setup';
import { VirtualTable } from '../virtual-table';

const ROW_HEIGHT = 26;
/** Most rows in view at once. */
const IN_VIEW = 14;

/** Sessions × policies at the largest window, the worst session first. */
export const OutcomeMatrix = memo(function OutcomeMatrix(props: {
  readonly setup: TuneSetup;
  readonly end: SweepEnd;
  readonly sessions: readonly TunedSession[];
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
    tuneClient()
      .read(cells, stop.signal)
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
  return (
    <VirtualTable
      rows={rows}
      rowHeight={ROW_HEIGHT}
      inView={IN_VIEW}
      columns={compared.length + 1}
      label="Sessions by policy, table"
      className="w-full text-sm"
      head={
        <thead className="sticky top-0 z-10 bg-bg text-xs text-ink3">
          <tr className="h-6">
            <th scope="col" className="w-72 border-b pl-4 text-left font-normal">
              session
            </th>
            {compared.map(({ policy }) => (
              <th
                key={policy.id}
                scope="col"
                className="border-b px-2 text-right font-normal last:pr-4"
              >
                {policy.label}
              </th>
            ))}
          </tr>
        </thead>
      }
      line={(row, index) => {
        const { facts } = row.session;
        return (
          <tr
            key={facts.id}
            aria-rowindex={index + 2}
            className={`border-b border-line2 hover:bg-sel ${facts.generated ? 'text-ink3' : ''}`}
            style={{ height: ROW_HEIGHT }}
          >
            <th scope="row" className="max-w-72 truncate pl-4 text-left font-normal">
              <ForeignText text={facts.name} />
              {facts.generated ? ' · generated' : ''}
            </th>
            {row.totals.map((totals, at) => {
              const policy = compared[at]?.policy;
              return (
                <td key={policy?.id ?? at} className="px-2 text-right last:pr-4">
                  {totals === null || policy === undefined ? (
                    '·'
                  ) : (
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
                  )}
                </td>
              );
            })}
          </tr>
        );
      }}
    />
  );
}

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
