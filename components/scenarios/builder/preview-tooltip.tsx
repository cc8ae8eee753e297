import { formatFactor, formatInteger } from '@/lib/base/format';
import { decisionAt } from '@/lib/report/ledger-decision';
import { compacts, isProjected, overflows, realAsked } from '@/lib/report/step-events';
import type { Preview } from './preview';

/** A step's numbers under the pointer. */
export function PreviewTooltip({
  preview,
  step,
}: {
  readonly preview: Preview;
  readonly step: number;
}) {
  const { replay, settings } = preview;
  const { columns, session } = replay;
  const { steps, head } = session.profile;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const lines: (readonly [name: string, value: string])[] = [
    ['heuristic', formatInteger(at(columns.heuristic))],
    [
      isProjected(replay, step) ? 'real, projected' : 'real',
      formatInteger(realAsked(replay, step)),
    ],
  ];
  const decision = decisionAt(replay, settings, step);
  if (decision?.unit === 'tokens' && !Number.isNaN(at(columns.correction))) {
    const name = `calibrated ${formatFactor(at(columns.correction))}`;
    lines.push([name, formatInteger(at(columns.calibrated))]);
  }
  if (decision) {
    const unit = decision.unit === 'tokens' ? '' : ', entries';
    lines.push([`decision${unit}`, formatInteger(decision.value)]);
    lines.push([`threshold${unit}`, formatInteger(decision.threshold)]);
  }
  return (
    <div className="min-w-44 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm shadow-lg">
      <p className="mb-1 flex justify-between gap-4 font-medium">
        step {formatInteger(step)}
        <span className="font-normal text-ink3">{head.labels[at(steps.label)] ?? ''}</span>
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink2">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {compacts(replay, step) ? (
        <p className="mt-1 text-compaction">◆ compacts → {formatInteger(at(columns.real))}</p>
      ) : null}
      {overflows(replay, step) ? <p className="mt-1 text-overflow">▲ overflows</p> : null}
    </div>
  );
}
