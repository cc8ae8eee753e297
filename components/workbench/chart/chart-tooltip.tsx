'use client';

import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatFactor, formatInteger, formatProjected } from '@/lib/engine/base/format';
import { RailMark } from '@/components/charts/rail-mark';
import { decisionAt, decisionTexts } from '@/lib/analysis/explain/ledger-decision';
import { backgroundAt, backgroundWords } from '@/lib/analysis/explain/background';
import { policyEventsAt } from '@/lib/analysis/explain/policy-events';
import { dropAt, dropText } from '@/lib/analysis/explain/recording/unexplained-drops';
import { heldSummarySource } from '@/lib/analysis/explain/summary-size';
import { isAskedProjected, isProjected, realAsked } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';
import { clockTime } from '../state/clock-time';
import { useWorkbench } from '../state/use-workbench';
import { StepTooltip, type TooltipLine } from './step-tooltip';

/** A step's numbers under the pointer. */
export function ChartTooltip({ step }: { readonly step: number }) {
  const { store } = useWorkbench();
  const { replay } = store.frame();
  const { steps, head } = replay.session.profile;
  const label = head.labels[steps.label[step] ?? 0] ?? '';
  return (
    <StepTooltip
      {...{ replay, step }}
      about={label || clockTime(steps.time[step] ?? 0)}
      lines={linesOf(replay, step)}
      guessed={isProjected(replay, step)}
    >
      <Notes step={step} />
    </StepTooltip>
  );
}

function linesOf(replay: Replay, step: number): readonly TooltipLine[] {
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const { heuristic, calibrated, correction } = replay.columns;
  const projected = isAskedProjected(replay, step);
  const line = (color: string, name: string, value: string): TooltipLine => ({
    ...{ name, value },
    color: `var(--${color})`,
  });
  const real = formatProjected(realAsked(replay, step), projected);
  const lines = [
    line('heuristic', 'heuristic', formatInteger(at(heuristic))),
    line('real', projected ? 'real, projected' : 'real', real),
  ];
  const decision = replay.policy.decision ? decisionAt(replay, step) : null;
  if (decision === null) return lines;
  const guess = decision.projected ? '~' : '';
  if (!Number.isNaN(at(calibrated))) {
    const name = `calibrated ${guess}${formatFactor(at(correction))}`;
    lines.push(line('calibrated', name, formatProjected(at(calibrated), decision.projected)));
  }
  const unit = decision.unit === 'tokens' ? '' : ` ${decision.unit}`;
  const { value, margin } = decisionTexts(decision);
  lines.push(line('decision', 'decision', `${value}${unit}`));
  lines.push(line('threshold', 'margin', margin));
  return lines;
}

/** The summary's size, a drop of the recording, the policy's notes and the faults at the step. */
function Notes({ step }: { readonly step: number }) {
  const { store } = useWorkbench();
  const { replay } = store.frame();
  const source = isProjected(replay, step) ? heldSummarySource(replay, step) : null;
  const drop = dropAt(replay.session, step);
  const struck = replay.faults.filter((effect) => effect.step === step);
  const beside = backgroundAt(replay, step);
  return (
    <>
      {source === null ? null : <p className="mt-1 max-w-72 text-ink3">summary {source}</p>}
      {drop === null ? null : (
        <p className="mt-1 flex max-w-72 gap-1.5">
          <RailMark kind="drop" />
          <span>{dropText(drop)}</span>
        </p>
      )}
      {beside === null || beside.phase === 'starts' ? null : (
        <p className="mt-1 flex max-w-72 gap-1.5">
          <RailMark kind="start" />
          <span>{backgroundWords(beside.of)}</span>
        </p>
      )}
      {policyEventsAt(replay, step).map(({ kind, text }, index) => (
        <p key={index} className="mt-1 flex max-w-72 gap-1.5">
          <RailMark kind={kind} />
          <span>
            <ForeignText text={text} />
          </span>
        </p>
      ))}
      {struck.map(({ text }, index) => (
        <p key={index} className="mt-1 flex max-w-72 gap-1.5 text-accent">
          <RailMark kind="fault" />
          <span>
            <ForeignText text={text} />
          </span>
        </p>
      ))}
    </>
  );
}
