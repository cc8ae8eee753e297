'use client';

import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { dateTime } from '@/components/library/table/clock';
import { Button } from '@/components/ui/button';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { SeverityMark } from '@/components/workbench/findings/severity-mark';
import { findingSeverities } from '@/lib/analysis/detectors/finding';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { RunBrief } from '@/lib/api/contract/run-contract';
import { CheckMark } from './check-mark';
import {
  comparedAddress,
  goneWords,
  policyLabel,
  presetLabel,
  runSettings,
  workbenchAddress,
} from './run-words';
import type { Checks } from './use-checks';

/** Settings that a row names; its page has all. */
const MOST_SETTINGS = 4;

/** Frozen runs, a row each. */
export function RunsTable(props: {
  readonly runs: readonly RunBrief[];
  readonly checks: Checks;
  readonly onDelete: (run: RunBrief) => void;
}) {
  const { runs, checks, onDelete } = props;
  return (
    <DataTable
      label="Frozen runs"
      className="w-full"
      cellClass="py-2 pr-3 align-top last:pr-0"
      columns={[
        ...columns,
        {
          id: 'Check',
          headClass: 'w-44',
          cell: ({ id, number }) => (
            <CheckMark
              state={checks.of.get(id)}
              onCheck={() => checks.check([id])}
              number={number}
            />
          ),
        },
        {
          id: 'Note',
          headClass: 'min-w-40',
          cell: ({ note }) => (
            <span className="line-clamp-3 max-w-[40ch] wrap-anywhere whitespace-pre-line">
              <ForeignText text={note} />
            </span>
          ),
        },
        {
          id: 'Open, compare, delete',
          align: 'right',
          cellClass: 'whitespace-nowrap',
          cell: (run) => <RunLinks run={run} onDelete={() => onDelete(run)} />,
        },
      ]}
      rows={runs}
      keyOf={({ id }) => id}
      rowAttributes={({ number }) => ({ 'data-run': number })}
    />
  );
}

/** A column of a count; `isBad` where any of it is a fault. */
const countColumn = (id: string, total: string, isBad: boolean): Column<RunBrief> =>
  figureColumn(id, ({ totals }) => formatInteger(totals[total] ?? 0), {
    cellClass: ({ totals }) =>
      isBad && (totals[total] ?? 0) > 0 ? 'font-semibold text-overflow' : '',
  });

const columns: readonly Column<RunBrief>[] = [
  {
    id: 'Run',
    headClass: 'w-32',
    cellClass: 'whitespace-nowrap',
    cell: ({ id, number, frozenAt, engine }) => (
      <>
        <Link
          href={`/runs/${id}`}
          prefetch={false}
          className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
        >
          Run {number}
        </Link>
        <Below>{dateTime(frozenAt)}</Below>
        <Below>engine {engine}</Below>
      </>
    ),
  },
  { id: 'Session', headClass: 'min-w-44', cell: (run) => <RunSession run={run} /> },
  {
    id: 'Policy and what differs from its defaults',
    headClass: 'min-w-60',
    cell: ({ question }) => <Asked question={question} />,
  },
  countColumn('Compactions', 'stepsCompacted', false),
  countColumn('Overflow steps', 'overflowSteps', true),
  {
    id: 'Findings',
    headClass: 'w-28',
    cellClass: 'whitespace-nowrap',
    cell: ({ findings }) => <FindingCounts findings={findings} />,
  },
];

function RunSession({ run }: { readonly run: RunBrief }) {
  const { session, listed } = run;
  return (
    <>
      <span className="wrap-anywhere">
        <ForeignText text={session.name} />
      </span>
      <Below>
        {[session.agent, session.model, counted(session.steps, 'step')].filter(Boolean).join(' · ')}
      </Below>
      {listed ? null : <Below>{goneWords(run)}</Below>}
    </>
  );
}

function RunLinks(props: { readonly run: RunBrief; readonly onDelete: () => void }) {
  const { run, onDelete } = props;
  const { number, opens, question } = run;
  return (
    <span className="flex items-center justify-end gap-2">
      {opens === null ? null : (
        <>
          <RowLink
            to={workbenchAddress(opens, question)}
            label={`Open run ${number} in the workbench`}
          >
            Open
          </RowLink>
          <RowLink
            to={comparedAddress(opens, question)}
            label={`Compare run ${number} with the session as it opens today`}
          >
            Compare
          </RowLink>
        </>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Delete run ${number}`}
        title="Delete; it can be restored for a day"
        onClick={onDelete}
      >
        <Trash2 size={14} aria-hidden="true" />
      </Button>
    </span>
  );
}

const RowLink = (props: {
  readonly to: string;
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <a
    href={props.to}
    aria-label={props.label}
    className="inline-flex min-h-6 items-center underline underline-offset-2"
  >
    {props.children}
  </a>
);

const Below = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-sm text-ink3">{children}</span>
);

/** Policy, version, and the settings that are not the policy's defaults. */
export function Asked({ question }: { readonly question: RunBrief['question'] }) {
  const preset = presetLabel(question);
  const own = runSettings(question).filter(({ usual }) => !usual);
  const left = own.length - MOST_SETTINGS;
  return (
    <>
      <span className="font-medium">{policyLabel(question)}</span>
      {preset === null ? null : <span className="text-ink2"> · {preset}</span>}
      <Below>
        {own
          .slice(0, MOST_SETTINGS)
          .map(({ label, value }) => `${label} ${value}`)
          .join(' · ')}
        {left > 0 ? ` · ${formatInteger(left)} more` : ''}
      </Below>
      {question.faults.length === 0 ? null : (
        <Below>
          faults <span className="font-mono text-xs">{question.faults.join(' ')}</span>
        </Below>
      )}
    </>
  );
}

/** "▲ 2 ◆ 1 ○ 4". */
function FindingCounts({ findings }: { readonly findings: RunBrief['findings'] }) {
  const some = findingSeverities.filter((severity) => findings[severity] > 0);
  if (some.length === 0) return <span className="text-ink3">none</span>;
  return (
    <span className="flex gap-2.5">
      {some.map((severity) => (
        <span key={severity}>
          <SeverityMark severity={severity} /> {formatInteger(findings[severity])}
        </span>
      ))}
    </span>
  );
}
