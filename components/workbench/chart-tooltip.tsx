'use client';

import { formatFactor, formatInteger, formatSigned } from '@/lib/base/format';
import { RailMark } from '@/components/charts/rail-mark';
import { decisionAt } from '@/lib/report/ledger-decision';
import { policyEventsAt } from '@/lib/report/policy-events';
import {
  compacts,
  isAskedProjected,
  isProjected,
  overflows,
  realAsked,
} from '@/lib/report/step-events';
import { clockTime } from './clock-time';
import { useWorkbench } from './use-workbench';

/** A step's numbers under the pointer. */
export function ChartTooltip({ step }: { readonly step: number }) {
  const { store } = useWorkbench();
  const { replay, policy } = store.frame();
  const { columns, session } = replay;
  const { steps, head } = session.profile;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const guess = isAskedProjected(replay, step) ? ' ~' : '';
  const sentGuess = isProjected(replay, step) ? ' ~' : '';
  const label = head.labels[at(steps.label)] ?? '';
  return (
    <div className="min-w-44 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm shadow-lg">
      <p className="mb-1 flex justify-between gap-4 font-medium">
        step {formatInteger(step)}
        <span className="font-normal text-ink3">{label || clockTime(at(steps.time))}</span>
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4">
        <Line
          color="var(--heuristic)"
          name="heuristic"
          value={formatInteger(at(columns.heuristic))}
        />
        <Line
          color="var(--real)"
          name={guess ? 'real, projected' : 'real'}
          value={formatInteger(realAsked(replay, step)) + guess}
        />
        {policy.decides ? <Decided step={step} /> : null}
      </dl>
      {compacts(replay, step) ? (
        <p className="mt-1 text-compaction">
          ◆ compacts → {formatInteger(at(columns.real)) + sentGuess}
        </p>
      ) : null}
      {overflows(replay, step) ? <p className="mt-1 text-overflow">▲ overflows</p> : null}
      <Notes step={step} />
    </div>
  );
}

function Decided({ step }: { readonly step: number }) {
  const { store } = useWorkbench();
  const { replay, settings } = store.frame();
  const { columns } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const decision = decisionAt(replay, settings, step);
  if (decision === null) return null;
  const entries = decision.unit === 'entries' ? ' entries' : '';
  return (
    <>
      {Number.isNaN(at(columns.calibrated)) ? null : (
        <Line
          color="var(--calibrated)"
          name={`calibrated ${formatFactor(at(columns.correction))}`}
          value={formatInteger(at(columns.calibrated))}
        />
      )}
      <Line
        color="var(--decision)"
        name="decision"
        value={`${formatInteger(decision.value)}${entries}`}
      />
      <Line color="var(--threshold)" name="margin" value={formatSigned(decision.margin)} />
    </>
  );
}

/** What the policy says of the step, and faults that strike here. */
function Notes({ step }: { readonly step: number }) {
  const { store } = useWorkbench();
  const { replay } = store.frame();
  const struck = replay.faults.filter((effect) => effect.step === step);
  return (
    <>
      {policyEventsAt(replay, step).map(({ kind, text }, index) => (
        <p key={index} className="mt-1 flex max-w-72 gap-1.5">
          <RailMark kind={kind} />
          <span>{text}</span>
        </p>
      ))}
      {struck.map(({ text }, index) => (
        <p key={index} className="mt-1 flex max-w-72 gap-1.5 text-accent">
          <RailMark kind="fault" />
          <span>{text}</span>
        </p>
      ))}
    </>
  );
}

function Line({
  color,
  name,
  value,
}: {
  readonly color: string;
  readonly name: string;
  readonly value: string;
}) {
  return (
    <>
      <dt className="flex items-center gap-1.5 text-ink2">
        <span className="h-[3px] w-2.5 rounded-full" style={{ background: color }} />
        {name}
      </dt>
      <dd className="text-right">{value}</dd>
    </>
  );
}
