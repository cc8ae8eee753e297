'use client';

import { ChevronLeft, ChevronRight, PanelRight } from 'lucide-react';
import { useMemo } from 'react';
import { RailMark } from '@/components/charts/rail-mark';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { counted, formatInteger, formatSigned } from '@/lib/engine/base/format';
import type { Policy } from '@/lib/engine/policy/policy';
import { stepLedger, type Ledger } from '@/lib/analysis/explain/ledger';
import { railNames } from '@/lib/analysis/explain/policy-events';
import { toggleLedger, usePanes } from '../layout/use-panes';
import { fullTime } from '../state/clock-time';
import { NotesBlock } from '../notes/notes-block';
import { useIsWhatIf, useRecording } from '../state/use-recording';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { GrowthBlock } from './growth-block';
import { LedgerPart, LedgerTable } from './ledger-table';
import { OpenCompaction, StateFold } from './state-fold';
import { ThresholdBlock } from './threshold-block';

/** The selected step's decision with its operands; `noting` counts the times that a note was asked for. */
export function LedgerPanel({ noting }: { readonly noting: number }) {
  const { folded } = usePanes();
  return folded ? <LedgerRail /> : <OpenLedger noting={noting} />;
}

/** What is left of a folded ledger. */
function LedgerRail() {
  const { step } = useLateFrame();
  return (
    <button
      type="button"
      aria-label="Show the ledger"
      title="Show the ledger: l"
      onClick={toggleLedger}
      className="flex shrink-0 items-center gap-2 border-t border-line bg-panel p-1.5 text-ink2 hover:bg-sel lg:w-7 lg:flex-col lg:border-t-0 lg:border-l"
    >
      <PanelRight size={14} aria-hidden="true" />
      <span className="text-sm whitespace-nowrap lg:[writing-mode:vertical-rl]">
        Step {formatInteger(step)}
      </span>
    </button>
  );
}

function OpenLedger({ noting }: { readonly noting: number }) {
  const { replay, step, policy } = useLateFrame();
  const { store } = useWorkbench();
  const recording = useRecording();
  const isWhatIf = useIsWhatIf();
  const ledger = useMemo(() => stepLedger(replay, step), [replay, step]);
  const before = useMemo(
    () => (isWhatIf ? stepLedger(recording, step) : null),
    [isWhatIf, recording, step],
  );
  const { head } = replay.session.profile;
  const isCompaction =
    replay.columns.compacted[step] === 1 || head.compactions.some((one) => one.step === step);
  const more = ledger.decision === null ? `${policy.label}: ${undecidedText(policy)}` : null;
  return (
    <section
      aria-label="Ledger"
      data-ledger={step}
      tabIndex={0}
      className="relative min-h-0 shrink-0 border-t border-line bg-panel px-4 py-2 md:columns-2 md:gap-8 lg:w-[300px] lg:columns-auto lg:overflow-y-auto xl:w-[336px] focus-visible:-outline-offset-2 lg:border-t-0 lg:border-l print:w-auto print:columns-2 print:overflow-visible"
    >
      <LedgerHead />
      <NotesBlock asked={noting} />
      <LedgerTable ledger={ledger} before={before} />
      {more === null ? null : <p className="text-sm text-ink3">{more}</p>}
      <GrowthBlock />
      <Events ledger={ledger} />
      {ledger.compaction.length > 0 ? (
        <LedgerPart title="After the compaction" rows={ledger.compaction} />
      ) : null}
      {isCompaction ? <OpenCompaction onOpen={() => store.openTab('compactions')} /> : null}
      {ledger.flips.length > 0 ? <Flips ledger={ledger} /> : null}
      <ThresholdBlock />
      <Entered ledger={ledger} />
      {ledger.state.length > 0 ? <StateFold rows={ledger.state} /> : null}
    </section>
  );
}

const undecidedText = ({ decision }: Policy): string =>
  decision === null ? 'nothing is compared with a threshold.' : 'no count at this step.';

/** The step with its time, and the way to its neighbours. */
function LedgerHead() {
  const { replay, step } = useLateFrame();
  const { store } = useWorkbench();
  const { steps, head, stepCount } = replay.session.profile;
  const model = head.models.length > 1 ? head.models[steps.model[step] ?? -1] : '';
  const time = fullTime(steps.time[step] ?? NaN);
  const about = [time, head.labels[steps.label[step] ?? -1], model].filter(Boolean).join(' · ');
  const arrow = (by: 1 | -1) => (
    <Button
      variant="quiet"
      size="small"
      className="px-1"
      aria-label={by > 0 ? 'Next step' : 'Previous step'}
      disabled={step + by < 0 || step + by >= stepCount}
      onClick={() => store.select(step + by)}
    >
      {by > 0 ? (
        <ChevronRight size={14} aria-hidden="true" />
      ) : (
        <ChevronLeft size={14} aria-hidden="true" />
      )}
    </Button>
  );
  return (
    <div className="flex min-h-6 items-center gap-1">
      <h2 className="shrink-0 font-semibold">Step {formatInteger(step)}</h2>
      <p className="min-w-0 flex-1 truncate pl-1 text-sm text-ink3" title={about}>
        {time === '' ? about : about.replace(/^\S+ /, '')}
      </p>
      <span className="flex print:hidden">
        {arrow(-1)}
        {arrow(1)}
        <Button
          variant="quiet"
          size="small"
          className="px-1"
          aria-label="Fold the ledger"
          title="Fold the ledger: l"
          onClick={toggleLedger}
        >
          <PanelRight size={14} aria-hidden="true" />
        </Button>
      </span>
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
    <div className="break-inside-avoid border-t border-line2 py-2">
      <h3 className="mb-1 text-xs font-semibold text-ink3">At this step</h3>
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
    <LedgerPart title={`Would have ${turned}`} about="with all steps before it as they were">
      {flips.map(({ setting, label, relation, text }) => (
        <FlipRow key={setting} name={label} known={relation !== null} text={text} />
      ))}
    </LedgerPart>
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
    <details className="break-inside-avoid border-t border-line2 py-2 print:hidden">
      <summary className="min-h-6 text-xs leading-6 font-semibold text-ink3">
        {counted(entries, 'entry', 'entries')} entered {since}, heuristic
      </summary>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        {kinds.map(({ kind, tokens }) => (
          <FlipRow key={kind} name={kindNames[kind]} known text={formatSigned(tokens)} />
        ))}
      </dl>
    </details>
  );
}
