'use client';

import { useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { formatInteger } from '@/lib/engine/base/format';
import { decisionAt, decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { realAsked, stepEvents } from '@/lib/analysis/explain/step-events';
import type { Preview } from './preview';

/** Rows shown; the workbench has them all. */
const MOST = 100;

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
      <DataTable
        caption={`Compactions and overflows${
          count > MOST ? `, the first ${MOST} of ${formatInteger(count)}` : ''
        }`}
        captionClass="pb-1 text-left text-xs font-semibold text-ink3"
        className="w-full max-w-4xl text-sm whitespace-nowrap"
        headClass="text-ink3"
        rowClass="border-t border-line2"
        cellClass="py-0.5 pl-3 max-lg:pl-1.5"
        columns={[
          figureColumn<EventRow>('Step', (row) => (
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
          )),
          ...columnsOf(preview),
        ]}
        rows={rows}
        keyOf={(row) => row.step}
        rowAttributes={(row) => ({ className: row.step === step ? 'bg-sel' : '' })}
      />
    </div>
  );
}

type EventRow = ReturnType<typeof rowsOf>[number];

function columnsOf({ policy }: Preview): readonly Column<EventRow>[] {
  // A policy that counts entries decides on another scale.
  const unit = decisionUnit(policy) === 'tokens' ? '' : ', entries';
  const mono = { cellClass: 'font-mono' };
  const numbers = [`Decision${unit}`, `Threshold${unit}`, 'Real before', 'Real sent'];
  return [
    figureColumn('Turn', ({ turn }) => formatInteger(turn), mono),
    { id: 'Request', cellClass: 'text-ink2', cell: ({ label }) => label },
    ...numbers.map((id, at) =>
      figureColumn<EventRow>(id, (row) => numberText(row.numbers[at] ?? NaN), mono),
    ),
  ];
}

const numberText = (value: number): string =>
  Number.isNaN(value) || value < 0 ? '–' : formatInteger(value);

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
