'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { FaultNote } from '@/components/ui/fault-note';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { ApiError } from '@/lib/api/api-error';
import type { RunCheckAnswer } from '@/lib/api/contract/run-contract';
import { checkHeadline, pairNumber } from '@/lib/answers/report/runs/check-text';
import { totalName } from '@/lib/answers/report/runs/total-words';
import type { RunPair } from '@/lib/answers/report/runs/first-difference';
import { formatInteger, formatSigned } from '@/lib/engine/base/format';
import { producerWords } from './run-words';

/** A run replayed now: the same, or what differs, number by number. */
export function RunCheckPart(props: {
  readonly check: RunCheckAnswer | undefined;
  readonly fault: ApiError | null;
  readonly busy: boolean;
  readonly onAgain: () => void;
}) {
  const { check, fault, busy, onAgain } = props;
  return (
    <section aria-label="Check" className="mt-4 border-y border-line py-3">
      <div className="flex flex-wrap items-center gap-3" aria-live="polite">
        {check === undefined ? (
          <span className="text-ink2">{busy ? 'Replaying it now …' : ''}</span>
        ) : (
          <Headline check={check} />
        )}
        <Button size="small" className="ml-auto" disabled={busy} onClick={onAgain}>
          {busy ? 'Replaying …' : 'Replay again'}
        </Button>
      </div>
      <FaultNote fault={fault} className="mt-1" />
      {check === undefined ? null : <Difference check={check} />}
    </section>
  );
}

function Headline({ check }: { readonly check: RunCheckAnswer }) {
  const { outcome, producer } = check;
  const colour = { same: 'text-good', differs: 'text-overflow', refused: '' }[outcome];
  const sign = { same: '✓', differs: '≠', refused: '–' }[outcome];
  return (
    <p data-outcome={outcome} className="min-w-0">
      <strong className={classNames('font-semibold', colour)}>
        <span aria-hidden="true">{sign} </span>
        {checkHeadline(check)}
      </strong>{' '}
      <span className="text-ink2">
        {producer.then === producer.now
          ? `Replayed by the version that froze it, ${producerWords(producer.now)}.`
          : `Frozen by ${producerWords(producer.then)}, replayed by ${producerWords(producer.now)}.`}
      </span>
    </p>
  );
}

function Difference({ check }: { readonly check: RunCheckAnswer }) {
  const { changes, first, totals, outcome, findings } = check;
  return (
    <>
      {changes.length === 0 ? null : (
        <ul className="mt-2 list-disc pl-5">
          {changes.map(({ of, text }) => (
            <li key={text} data-change={of} className="wrap-anywhere">
              <ForeignText text={text} />
            </li>
          ))}
        </ul>
      )}
      {findings.gone.length + findings.fresh.length === 0 ? null : (
        <ul className="mt-2 list-disc pl-5">
          {findings.gone.map(({ detector, title }, i) => (
            <li key={`-${detector} ${i}`}>No longer found: {title}.</li>
          ))}
          {findings.fresh.map(({ detector, title }, i) => (
            <li key={`+${detector} ${i}`}>Newly found: {title}.</li>
          ))}
        </ul>
      )}
      {first === null ? null : (
        <PairTable
          title={`Step ${formatInteger(first.step)}, the first that differs`}
          pairs={first.values}
          nameOf={(name) => <code className="font-mono text-sm">{name}</code>}
        />
      )}
      {outcome === 'differs' ? (
        <PairTable title="Totals" pairs={totals} nameOf={totalName} />
      ) : null}
    </>
  );
}

const differs = ({ then, now }: RunPair): boolean => then !== null && now !== null && then !== now;

const pairColumns: readonly Column<RunPair>[] = [
  figureColumn('frozen', ({ then }) => pairNumber(then)),
  figureColumn('now', ({ now }) => pairNumber(now), {
    cellClass: (pair) => (differs(pair) ? 'font-semibold' : ''),
  }),
  figureColumn(
    'difference',
    ({ then, now }) =>
      then === null || now === null ? '–' : then === now ? '0' : signed(now - then),
    { cellClass: (pair) => (differs(pair) ? 'text-overflow' : 'text-ink3') },
  ),
];

function PairTable(props: {
  readonly title: string;
  readonly pairs: readonly RunPair[];
  readonly nameOf: (name: string) => ReactNode;
}) {
  const { title, pairs, nameOf } = props;
  return (
    <div className="mt-3 max-w-xl">
      <h3 className="text-sm font-semibold text-ink2">{title}</h3>
      <DataTable
        label={title}
        className="w-full"
        cellClass="py-1 pr-4 last:pr-0"
        columns={[{ id: 'number', cell: ({ name }) => nameOf(name) }, ...pairColumns]}
        rows={pairs}
        keyOf={({ name }) => name}
        rowAttributes={({ name }) => ({ 'data-pair': name })}
      />
    </div>
  );
}

/** A signed difference; one that is no whole number keeps its fraction. */
const signed = (value: number): string =>
  Number.isInteger(value) ? formatSigned(value) : `${value > 0 ? '+' : '−'}${Math.abs(value)}`;
