'use client';

import { useMemo, useState, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import {
  formatBytes,
  formatColumnFactor,
  formatInteger,
  formatSigned,
} from '@/lib/engine/base/format';
import type { Ledger } from '@/lib/analysis/explain/ledger';
import { decisionTexts, thresholdWords } from '@/lib/analysis/explain/ledger-decision';
import { refusalWords, type LedgerRow } from '@/lib/analysis/explain/ledger-row';
import { isRecording } from '@/lib/engine/replay/replay';
import { EvidenceNumber, isOperand, useEvidenceId } from '../cause/evidence';
import { useLateFrame } from '../state/use-workbench';
import { operandMeanings } from './operand-meanings';

/** A line of the ledger: an operand with its value as text, and where it comes from. */
interface Line {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly origin: string;
  readonly weight: 'plain' | 'strong' | 'bad';
  readonly struck: boolean;
}

/** A row's number as text, `~` before a projected amount, never before a difference. */
function valueText({ value, unit, projected }: LedgerRow): string {
  if (value === null) return '–';
  if (unit === 'signed') return formatSigned(value);
  const text = {
    tokens: formatInteger,
    count: formatInteger,
    factor: (factor: number) => formatColumnFactor(factor),
    bytes: formatBytes,
  }[unit](value);
  return projected === true ? `~${text}` : text;
}

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const lineOf = (row: LedgerRow): Line => ({
  id: row.id,
  label: row.label,
  value: valueText(row),
  origin: `${row.origin}${row.projected === true && !row.origin.includes('projected') ? ' (projected)' : ''}`,
  weight: row.decided === true ? 'strong' : 'plain',
  struck: row.struck === true,
});

/** Operands, decision, threshold, margin, and the request as sent, in one order for every policy. */
function linesOf(ledger: Ledger): readonly Line[] {
  return [
    ...ledger.operands.map(lineOf),
    ...decisionLines(ledger),
    ...ledger.request.map(lineOf),
    limitLine(ledger),
  ];
}

function decisionLines({ decision }: Ledger): readonly Line[] {
  if (decision === null) return [];
  const { threshold, decidedBy, formula } = decision;
  const { value, margin } = decisionTexts(decision);
  const unit = decision.unit === 'tokens' ? '' : ` ${decision.unit}`;
  const line = (id: string, label: string, text: string, origin: string): Line => ({
    ...{ id, label, value: text, origin, struck: false },
    weight: id === 'threshold' ? 'plain' : 'strong',
  });
  const by =
    decidedBy === null || !formula.startsWith('max(')
      ? formula
      : `${formula}: ${decidedBy} decides`;
  return [
    line('decision', 'Decision', `${value}${unit}`, by),
    line('threshold', 'Threshold', `${formatInteger(threshold)}${unit}`, thresholdWords(decision)),
    line('margin', 'Margin', margin, 'decision − threshold'),
  ];
}

function limitLine({ overflow }: Ledger): Line {
  const { verdict, limit, source, refusal } = overflow;
  return {
    id: 'limit',
    label: 'Limit',
    value: limit === null ? 'unknown' : formatInteger(limit),
    origin: `${source}${refusalWords(refusal)}`,
    weight: verdict === 'overflows' || verdict === 'refused' ? 'bad' : 'plain',
    struck: false,
  };
}

/** The step's ledger; beside a what-if the recording's, `before`. */
export function LedgerTable(props: { readonly ledger: Ledger; readonly before: Ledger | null }) {
  const { ledger, before } = props;
  const [shown, setShown] = useState<string | null>(null);
  const lines = useMemo(() => linesOf(ledger), [ledger]);
  const recorded = useMemo(() => (before === null ? null : linesOf(before)), [before]);
  const line = lines.find(({ id }) => id === shown) ?? lines.find(({ id }) => id === 'decision');
  const meaning = line === undefined ? undefined : operandMeanings[line.id];
  return (
    <div className="break-inside-avoid pb-2">
      {recorded === null ? null : (
        <p className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] gap-x-2 text-right text-xs text-ink3">
          <span />
          <span>recorded</span>
          <span className="font-semibold text-accent">what-if</span>
        </p>
      )}
      <dl>
        {lines.map((one) => (
          <TableRow
            key={one.id}
            line={one}
            before={
              recorded === null ? undefined : (recorded.find(({ id }) => id === one.id) ?? null)
            }
            onShow={setShown}
          />
        ))}
        <OutcomeRow ledger={ledger} before={before} />
      </dl>
      {line === undefined ? null : (
        <p data-source-line="" className="mt-1 min-h-[2lh] text-sm text-ink3">
          <span className="font-medium text-ink2">{line.label}:</span> {line.origin}
          {meaning === undefined || shown === null ? '.' : `. ${meaning}.`}
        </p>
      )}
    </div>
  );
}

/** One operand; with the recording's value where there is a what-if (null: the recording has none). */
function TableRow(props: {
  readonly line: Line;
  readonly before: Line | null | undefined;
  /** Says where it comes from in the line below; left out where there is none. */
  readonly onShow?: (id: string | null) => void;
}) {
  const { line, before, onShow } = props;
  const { id, label, value, origin, weight, struck } = line;
  const evidence = useEvidenceId(isOperand(id));
  const differs = before !== undefined && before?.value !== value;
  return (
    <div
      id={evidence}
      onPointerEnter={() => onShow?.(id)}
      onPointerLeave={() => onShow?.(null)}
      className={classNames(
        'grid min-h-6 items-baseline gap-x-2 py-[3px]',
        before === undefined
          ? 'grid-cols-[minmax(5.5rem,auto)_minmax(4rem,auto)_minmax(0,1fr)]'
          : 'grid-cols-[minmax(0,1fr)_5.5rem_5.5rem]',
        (differs || evidence !== undefined) && '-mx-1.5 rounded bg-sel px-1.5',
        id === 'decision' && 'border-t border-line2',
      )}
    >
      <dt className={classNames('truncate', weight === 'strong' && 'font-semibold')}>
        {onShow === undefined ? (
          label
        ) : (
          <button
            type="button"
            className="max-w-full cursor-help truncate text-left align-bottom"
            onFocus={() => onShow(id)}
            onBlur={() => onShow(null)}
            onClick={() => onShow(id)}
          >
            {label}
          </button>
        )}
        <EvidenceNumber is={isOperand(id)} />
      </dt>
      {before === undefined ? null : (
        <dd data-recorded={id} className={classNames('text-right', !differs && 'text-ink3')}>
          {before?.value ?? '–'}
        </dd>
      )}
      <dd
        data-operand={id}
        className={classNames(
          'text-right',
          weight === 'strong' && 'font-semibold',
          weight === 'bad' && 'font-semibold text-overflow',
          before !== undefined && !differs && 'text-ink3',
          differs && 'font-semibold text-accent',
        )}
      >
        {struck ? <s>{value}</s> : value}
      </dd>
      {before === undefined ? (
        <dd className="truncate pl-1 text-sm text-ink3" title={origin}>
          {origin}
        </dd>
      ) : null}
    </div>
  );
}

function OutcomeRow({
  ledger,
  before,
}: {
  readonly ledger: Ledger;
  readonly before: Ledger | null;
}) {
  return (
    <div
      className={classNames(
        'grid items-baseline gap-x-2 border-t border-line2 py-1 font-semibold',
        before === null
          ? 'grid-cols-[auto_minmax(0,1fr)]'
          : 'grid-cols-[minmax(0,1fr)_5.5rem_5.5rem]',
      )}
    >
      <dt>Outcome</dt>
      {before === null ? null : (
        <dd data-recorded="outcome" className="text-right">
          {before.outcome.policy}
          {before.outcome.provider === 'answered' ? '' : `, ${before.outcome.provider}`}
        </dd>
      )}
      <Outcome ledger={ledger} />
    </div>
  );
}

/** Both sides of the step: what the policy did, and what the provider said of the request. */
function Outcome({ ledger: { outcome, words, overflow } }: { readonly ledger: Ledger }) {
  const { replay } = useLateFrame();
  const { policy, provider } = outcome;
  const compacted = policy === 'compacted';
  const over = provider === 'refused' || overflow.verdict === 'overflows';
  return (
    <dd
      className={classNames('text-right', over ? 'text-overflow' : compacted && 'text-compaction')}
    >
      {over ? <span aria-hidden="true">▲ </span> : null}
      {compacted ? <span aria-hidden="true">{isRecording(replay) ? '◇' : '◆'} </span> : null}
      <span data-outcome={policy}>{lower(words)}</span>
      <span data-provider={provider} className={provider === 'answered' ? 'sr-only' : ''}>
        , {provider}
      </span>
    </dd>
  );
}

/** Rows of another part of the ledger. */
export function LedgerRows({ rows }: { readonly rows: readonly LedgerRow[] }) {
  return (
    <dl>
      {rows.map((row) => (
        <TableRow key={row.id} line={lineOf(row)} before={undefined} />
      ))}
    </dl>
  );
}

/** A titled part below the table. */
export function LedgerPart(props: {
  readonly title: string;
  readonly about?: string;
  readonly rows?: readonly LedgerRow[];
  readonly children?: ReactNode;
}) {
  const { title, about, rows, children } = props;
  return (
    <div className="break-inside-avoid border-t border-line2 py-2">
      <h3 className="mb-1 text-xs font-semibold text-ink2" title={about}>
        {title}
      </h3>
      {rows === undefined ? (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">{children}</dl>
      ) : (
        <LedgerRows rows={rows} />
      )}
    </div>
  );
}
