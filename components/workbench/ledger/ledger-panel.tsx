'use client';

import { useMemo, type ReactNode } from 'react';
import { RailMark } from '@/components/charts/rail-mark';
import { Term } from '@/components/ui/tooltip';
import { classNames } from '@/components/ui/class-names';
import {
  counted,
  formatBytes,
  formatFactor,
  formatInteger,
  formatSigned,
} from '@/lib/engine/base/format';
import { stepLedger, type Ledger, type LedgerDecision } from '@/lib/analysis/explain/ledger';
import { decisionTexts } from '@/lib/analysis/explain/ledger-decision';
import {
  overflowWords,
  type LedgerOverflow,
  type LedgerRow,
} from '@/lib/analysis/explain/ledger-row';
import { railNames } from '@/lib/analysis/explain/policy-events';
import { isRecording } from '@/lib/engine/replay/replay';
import { EvidenceNumber, isOperand, useEvidenceId } from '../cause/evidence';
import { fullTime } from '../state/clock-time';
import { NotesBlock } from '../notes/notes-block';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { GrowthBlock } from './growth-block';
import { OpenCompaction, StateFold } from './state-fold';
import { ThresholdBlock } from './threshold-block';
import { operandMeanings } from './operand-meanings';

/** The selected step's decision with its operands; `noting` counts the times that a note was asked for. */
export function LedgerPanel({ noting }: { readonly noting: number }) {
  const { replay, step, policy } = useLateFrame();
  const { store } = useWorkbench();
  const ledger = useMemo(() => stepLedger(replay, step), [replay, step]);
  const { steps, head } = replay.session.profile;
  const label = head.labels[steps.label[step] ?? -1];
  const model = head.models[steps.model[step] ?? -1];
  const isCompaction =
    replay.columns.compacted[step] === 1 || head.compactions.some((one) => one.step === step);
  const about = [fullTime(steps.time[step] ?? NaN), label, head.models.length > 1 ? model : ''];
  return (
    <section
      aria-label="Ledger"
      data-ledger={step}
      tabIndex={0}
      className="relative min-h-0 border-t border-line bg-panel px-4 py-3 md:columns-2 md:gap-8 lg:columns-auto lg:overflow-y-auto focus-visible:-outline-offset-2 lg:border-t-0 lg:border-l"
    >
      <h2 className="text-xs font-semibold text-ink3">Step {formatInteger(step)} · ledger</h2>
      <p className="text-sm text-ink3">{about.filter(Boolean).join(' · ')}</p>
      <NotesBlock asked={noting} />
      <Block>{drawRows(ledger.operands)}</Block>
      {ledger.decision ? (
        <Decision ledger={ledger} decision={ledger.decision} />
      ) : (
        <Undecided ledger={ledger} compares={policy.decision !== null} label={policy.label} />
      )}
      <GrowthBlock />
      <Events ledger={ledger} />
      {ledger.compaction.length > 0 ? (
        <Block title="After the compaction">{drawRows(ledger.compaction)}</Block>
      ) : null}
      {isCompaction ? <OpenCompaction onOpen={() => store.openTab('compactions')} /> : null}
      {ledger.flips.length > 0 ? <Flips ledger={ledger} /> : null}
      <Block title="Request as sent">
        {drawRows(ledger.request)}
        <dt>Provider</dt>
        <dd data-provider="" className="text-right">
          {ledger.outcome.provider}
        </dd>
        <Overflow overflow={ledger.overflow} />
      </Block>
      <ThresholdBlock />
      <Entered ledger={ledger} />
      {ledger.state.length > 0 ? (
        <StateFold rows={ledger.state}>{drawRows(ledger.state)}</StateFold>
      ) : null}
    </section>
  );
}

function Block({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div
      className={classNames(
        'break-inside-avoid py-2.5',
        title !== undefined && 'border-t border-line2',
      )}
    >
      {title === undefined ? null : (
        <h3 className="mb-1.5 text-xs font-semibold text-ink3">{title}</h3>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5">
        {children}
      </dl>
    </div>
  );
}

/** A row's number as text, `~` before a projected one. */
function valueText({ value, unit, projected }: LedgerRow): string {
  if (value === null) return '–';
  const text = {
    tokens: formatInteger,
    count: formatInteger,
    factor: formatFactor,
    signed: formatSigned,
    bytes: formatBytes,
  }[unit](value);
  return projected === true ? `~${text}` : text;
}

const drawRows = (rows: readonly LedgerRow[]): ReactNode =>
  rows.map((row) => <Row key={row.id} row={row} />);

function Row({ row }: { readonly row: LedgerRow }) {
  const id = useEvidenceId(isOperand(row.id));
  return (
    <>
      <dt id={id} className="min-w-0">
        <Label row={row} />
        <EvidenceNumber is={isOperand(row.id)} />
        {row.decided === true ? <span className="text-sm text-ink2"> decides</span> : null}
        <span className="block text-sm text-ink3">
          {row.origin}
          {row.projected === true && !row.origin.includes('projected') ? ' (projected)' : ''}
        </span>
      </dt>
      <dd
        data-operand={row.id}
        className={classNames('text-right', row.decided === true && 'font-semibold')}
      >
        {row.struck === true ? <s>{valueText(row)}</s> : valueText(row)}
      </dd>
    </>
  );
}

function Label({ row: { id, label, decided } }: { readonly row: LedgerRow }) {
  const meaning = operandMeanings[id];
  const weight = decided === true ? 'font-semibold' : '';
  if (meaning === undefined) return <span className={weight}>{label}</span>;
  return (
    <Term text={meaning} className={weight}>
      {label}
    </Term>
  );
}

/** What the policy's side of the step did. */
function Outcome({ ledger: { outcome, words } }: { readonly ledger: Ledger }) {
  const { replay } = useLateFrame();
  const compacted = outcome.policy === 'compacted';
  return (
    <dt
      className={classNames('font-semibold', compacted && 'text-compaction')}
      data-outcome={outcome.policy}
    >
      {compacted ? <span aria-hidden="true">{isRecording(replay) ? '◇' : '◆'} </span> : null}
      {words}
    </dt>
  );
}

/** A step without a comparison: its outcome, and why nothing is compared. */
function Undecided(props: {
  readonly ledger: Ledger;
  readonly compares: boolean;
  readonly label: string;
}) {
  const { ledger, compares, label } = props;
  return (
    <div className="break-inside-avoid border-t border-line2 py-2.5">
      <dl>
        <Outcome ledger={ledger} />
        <dd className="text-ink2">
          {compares
            ? `${label}: no count at this step.`
            : `${label}: nothing is compared with a threshold.`}
        </dd>
      </dl>
    </div>
  );
}

function Decision(props: { readonly ledger: Ledger; readonly decision: LedgerDecision }) {
  const { ledger, decision } = props;
  const { threshold, decidedBy, formula, relation } = decision;
  const { value, margin } = decisionTexts(decision);
  const compacted = ledger.outcome.policy === 'compacted';
  const unit = decision.unit === 'tokens' ? '' : ` ${decision.unit}`;
  return (
    <div className="break-inside-avoid border-t border-line2 py-2.5">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5">
        <dt id={useEvidenceId(isOperand('decision'))} className="font-semibold">
          Decision value
          <EvidenceNumber is={isOperand('decision')} />
          <span className="block text-sm font-normal text-ink3">
            {decidedBy === null || !formula.startsWith('max(')
              ? formula
              : `${formula}: ${decidedBy} decides`}
          </span>
        </dt>
        <dd data-operand="decision" className="text-right font-semibold">
          {value}
          {unit}
        </dd>
        <dt id={useEvidenceId(isOperand('threshold'))}>
          Threshold
          <EvidenceNumber is={isOperand('threshold')} />{' '}
          <span className="block text-sm text-ink3">
            {[
              decision.thresholdFormula,
              `fires at ${relation === '≥' ? 'this value or above' : 'more'} (${relation})`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </dt>
        <dd data-operand="threshold" className="text-right">
          {formatInteger(threshold)}
          {unit}
        </dd>
        <Outcome ledger={ledger} />
        <dd
          data-operand="margin"
          className={classNames('text-right font-semibold', compacted && 'text-compaction')}
        >
          {margin}
        </dd>
      </dl>
    </div>
  );
}

/** A drop of the recording, the policy's notes and the faults at the step. */
function Events({ ledger: { drop, events, faults } }: { readonly ledger: Ledger }) {
  const all = [
    ...(drop === null ? [] : [{ kind: 'drop' as const, text: drop }]),
    ...events,
    ...faults.map(({ text }) => ({ kind: 'fault' as const, text })),
  ];
  if (all.length === 0) return null;
  return (
    <div className="break-inside-avoid border-t border-line2 py-2.5">
      <h3 className="mb-1.5 text-xs font-semibold text-ink3">At this step</h3>
      <ul className="space-y-1.5">
        {all.map(({ kind, text }, index) => (
          <li key={index} data-event={kind} className="flex gap-2">
            <RailMark kind={kind} />
            <span className="min-w-0">
              {railNames[kind]}
              <span className="block text-sm text-ink3">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Flips({ ledger: { flips, decision } }: { readonly ledger: Ledger }) {
  const turned = decision?.reached === true ? 'held' : 'compacted';
  return (
    <Block title={`Would have ${turned} with`}>
      {flips.map(({ setting, label, relation, text }) => (
        <FlipRow key={setting} name={label} known={relation !== null} text={text} />
      ))}
      <dt className="text-sm text-ink3">with all steps before it as they were</dt>
      <dd />
    </Block>
  );
}

function FlipRow(props: { readonly name: string; readonly known: boolean; readonly text: string }) {
  const { name, known, text } = props;
  return (
    <>
      <dt>{name}</dt>
      <dd data-flip={name} className={classNames('text-right', !known && 'text-ink3')}>
        {text}
      </dd>
    </>
  );
}

function Overflow({ overflow }: { readonly overflow: LedgerOverflow }) {
  const { verdict, real, limit, source, projected } = overflow;
  const bad = verdict === 'overflows' || verdict === 'refused';
  return (
    <>
      <dt className={bad ? 'font-semibold text-overflow' : ''}>
        {overflowWords(overflow)}
        <span className="block text-sm font-normal text-ink3">
          {limit === null ? source : `limit ${formatInteger(limit)}, ${source}`}
        </span>
      </dt>
      <dd className={classNames('text-right', bad && 'font-semibold text-overflow')}>
        {limit === null
          ? ''
          : `${projected ? '~' : ''}${bad ? formatSigned(real - limit) : formatInteger(limit - real)}`}
      </dd>
    </>
  );
}

const kindNames = {
  text: 'Text',
  thought: 'Thinking',
  call: 'Tool calls',
  response: 'Tool results',
  inline: 'Inline data',
  other: 'Other',
} as const;

function Entered({ ledger: { entered, step } }: { readonly ledger: Ledger }) {
  const { entries, kinds } = entered;
  const since = step === 0 ? 'in the first request' : `since step ${formatInteger(step - 1)}`;
  return (
    <Block title={`Entered ${since}`}>
      {kinds.map(({ kind, tokens }) => (
        <FlipRow key={kind} name={kindNames[kind]} known text={formatSigned(tokens)} />
      ))}
      <dt className="text-sm text-ink3">
        {counted(entries, 'entry', 'entries')}, heuristic tokens
      </dt>
      <dd />
    </Block>
  );
}
