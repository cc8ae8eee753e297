'use client';

import { useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { TableHead, type TableHeading } from '@/components/ui/scroll-table';
import { formatInteger } from '@/lib/engine/base/format';
import { decisionAt, decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { realAsked, stepEvents } from '@/lib/analysis/explain/step-events';
import type { Preview } from './preview';

/** Rows shown; the workbench has them all. */
const MOST = 100;

const right = 'py-1 pl-3 text-right whitespace-nowrap max-lg:pl-1.5';

function headsOf({ policy }: Preview): readonly TableHeading[] {
  // A policy that counts entries decides on another scale.
  const unit = decisionUnit(policy) === 'tokens' ? '' : ', entries';
  return [
    ['Step', right],
    ['Turn', right],
    ['Request', 'py-1 pl-4 text-left whitespace-nowrap max-lg:pl-2'],
    [`Decision${unit}`, right],
    [`Threshold${unit}`, right],
    ['Real before', right],
    ['Real sent', right],
  ];
}

/** Every step that compacts or overflows: the chart as a table. */
export function CompactionTable(props: {
  readonly preview: Preview;
  readonly step: number;
  readonly onSelect: (step: number) => void;
}) {
  const { preview, step, onSelect } = props;
  const events = useMemo(() => eventsOf(preview), [preview]);
  const rows = useMemo(() => rowsOf(preview, events.all.slice(0, MOST)), [preview, events]);
  if (rows.length === 0) {
    return <p className="px-4 py-3 text-ink2">No step compacts and none overflows.</p>;
  }
  const count = events.all.length;
  return (
    <div className="min-w-0 overflow-x-auto px-4 py-2">
      <table className="w-full max-w-4xl text-sm">
        <caption className="pb-1 text-left text-xs font-semibold text-ink3">
          Compactions and overflows
          {count > MOST ? `, the first ${MOST} of ${formatInteger(count)}` : ''}
        </caption>
        <TableHead className="text-ink3" heads={headsOf(preview)} />
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.step}
              className={classNames('border-t border-line2', row.step === step && 'bg-sel')}
            >
              <th scope="row" className="py-0.5 text-right font-normal">
                <button
                  type="button"
                  aria-current={row.step === step ? 'step' : undefined}
                  className={classNames(
                    'inline-flex min-h-6 items-center font-mono hover:underline',
                    events.over.has(row.step) ? 'text-overflow' : 'text-compaction',
                  )}
                  onClick={() => onSelect(row.step)}
                >
                  {events.over.has(row.step) ? '▲' : '◆'} {formatInteger(row.step)}
                </button>
              </th>
              <td className="pl-3 text-right font-mono max-lg:pl-1.5">{formatInteger(row.turn)}</td>
              <td className="pl-4 whitespace-nowrap text-ink2 max-lg:pl-2">{row.label}</td>
              {row.numbers.map((value, index) => (
                <td key={index} className="pl-3 text-right font-mono max-lg:pl-1.5">
                  {Number.isNaN(value) || value < 0 ? '–' : formatInteger(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function eventsOf({ replay }: Preview) {
  const { replayed, overflow } = stepEvents(replay);
  const all = [...new Set([...replayed, ...overflow])].sort((a, b) => a - b);
  return { all, over: new Set(overflow) };
}

function rowsOf({ replay }: Preview, listed: readonly number[]) {
  const { columns, session } = replay;
  const { steps, head } = session.profile;
  const turns = turnNumbers(steps.turnStart);
  return listed.map((step) => {
    const decision = decisionAt(replay, step);
    const sent = columns.real[step] ?? 0;
    return {
      step,
      turn: turns[step] ?? 0,
      label: head.labels[steps.label[step] ?? -1] ?? '',
      numbers: [decision?.value ?? NaN, decision?.threshold ?? NaN, realAsked(replay, step), sent],
    };
  });
}

/** The turn of each step, counted from 0. */
function turnNumbers(turnStart: Int32Array): Int32Array {
  const turns = new Int32Array(turnStart.length);
  for (let i = 1; i < turns.length; i++) {
    turns[i] = (turns[i - 1] ?? 0) + (turnStart[i] === turnStart[i - 1] ? 0 : 1);
  }
  return turns;
}
