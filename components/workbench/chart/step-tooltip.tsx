import type { ReactNode } from 'react';
import { formatInteger, formatProjected } from '@/lib/engine/base/format';
import { providerWords, stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { compacts } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';

/** A number under the pointer; with the colour of its line where the tooltip shows it. */
export interface TooltipLine {
  readonly name: string;
  readonly value: string;
  readonly color?: string;
}

/** A step under the pointer: its numbers, its events, then `children`. */
export function StepTooltip(props: {
  readonly replay: Replay;
  readonly step: number;
  /** Shown beside the step's number. */
  readonly about: string;
  readonly lines: readonly TooltipLine[];
  /** True if the tokens of a compacted request are projected. */
  readonly guessed: boolean;
  readonly children?: ReactNode;
}) {
  const { replay, step, about, lines, guessed, children } = props;
  const { policy } = stepOutcome(replay, step);
  return (
    <div className="min-w-44 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm shadow-lg">
      <p className="mb-1 flex justify-between gap-4 font-medium">
        step {formatInteger(step)}
        <span className="font-normal text-ink3">{about}</span>
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4">
        {lines.map(({ name, value, color }) => (
          <div key={name} className="contents">
            <dt className="flex items-center gap-1.5 text-ink2">
              {color === undefined ? null : (
                <span className="h-[3px] w-2.5 rounded-full" style={{ background: color }} />
              )}
              {name}
            </dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      {policy === 'compacted' ? (
        <p className="mt-1 text-compaction">
          {compacts(replay, step) ? '◆' : '◇'} compacted →{' '}
          {formatProjected(replay.columns.real[step] ?? NaN, guessed)}
        </p>
      ) : (
        <p className="mt-1 text-ink3">{policy}</p>
      )}
      {providerWords(replay, step).map((words) => (
        <p key={words} className={words === 'no usage' ? 'text-ink3' : 'mt-1 text-overflow'}>
          {words}
        </p>
      ))}
      {children}
    </div>
  );
}
