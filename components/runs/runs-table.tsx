'use client';

import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { dateTime } from '@/components/library/table/clock';
import { Button } from '@/components/ui/button';
import { ScrollTable } from '@/components/ui/scroll-table';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { SeverityMark } from '@/components/workbench/findings/severity-mark';
import { severities } from '@/lib/analysis/detectors/finding';
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

const heads = [
  ['Run', 'w-32 pr-3 pb-1 text-left'],
  ['Session', 'min-w-44 pr-3 pb-1 text-left'],
  ['Policy and what differs from its defaults', 'min-w-60 pr-3 pb-1 text-left'],
  ['Compactions', 'pr-3 pb-1 text-right'],
  ['Overflow steps', 'pr-3 pb-1 text-right'],
  ['Findings', 'w-28 pr-3 pb-1 text-left'],
  ['Check', 'w-44 pr-3 pb-1 text-left'],
  ['Note', 'min-w-40 pr-3 pb-1 text-left'],
  ['Open, compare, delete', 'pb-1 text-right'],
] as const;

/** Frozen runs, a row each. */
export function RunsTable(props: {
  readonly runs: readonly RunBrief[];
  readonly checks: Checks;
  readonly onDelete: (run: RunBrief) => void;
}) {
  const { runs, checks, onDelete } = props;
  return (
    <ScrollTable
      label="Frozen runs"
      head="border-b text-sm text-ink3"
      heads={heads}
      className="w-full border-collapse"
    >
      {runs.map((run) => (
        <RunRow key={run.id} run={run} checks={checks} onDelete={() => onDelete(run)} />
      ))}
    </ScrollTable>
  );
}

function RunRow(props: {
  readonly run: RunBrief;
  readonly checks: Checks;
  readonly onDelete: () => void;
}) {
  const { run, checks, onDelete } = props;
  const { id, number, frozenAt, session, listed, opens, question, totals, engine } = run;
  const state = checks.of.get(id);
  return (
    <tr data-run={number} className="border-b border-line2 align-top">
      <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
        <Link
          href={`/runs/${id}`}
          prefetch={false}
          className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
        >
          Run {number}
        </Link>
        <Below>{dateTime(frozenAt)}</Below>
        <Below>engine {engine}</Below>
      </th>
      <td className="py-2 pr-3">
        <span className="wrap-anywhere">
          <ForeignText text={session.name} />
        </span>
        <Below>
          {[session.agent, session.model, counted(session.steps, 'step')]
            .filter(Boolean)
            .join(' · ')}
        </Below>
        {listed ? null : <Below>{goneWords(run)}</Below>}
      </td>
      <td className="py-2 pr-3">
        <Asked question={question} />
      </td>
      <Count value={totals['stepsCompacted'] ?? 0} />
      <Count value={totals['overflowSteps'] ?? 0} bad />
      <td className="py-2 pr-3 whitespace-nowrap">
        <FindingCounts findings={run.findings} />
      </td>
      <td className="py-2 pr-3">
        <CheckMark state={state} onCheck={() => checks.check([id])} number={number} />
      </td>
      <td className="py-2 pr-3">
        <span className="line-clamp-3 max-w-[40ch] wrap-anywhere whitespace-pre-line">
          <ForeignText text={run.note} />
        </span>
      </td>
      <td className="py-2 whitespace-nowrap">
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
      </td>
    </tr>
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

function Count({ value, bad = false }: { readonly value: number; readonly bad?: boolean }) {
  const weight = bad && value > 0 ? 'font-semibold text-overflow' : '';
  return <td className={`py-2 pr-3 text-right ${weight}`}>{formatInteger(value)}</td>;
}

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
  const some = severities.filter((severity) => findings[severity] > 0);
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
