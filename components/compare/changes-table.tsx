'use client';

import { memo, useMemo } from 'react';
import { type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { decisionText, laneStep } from '@/lib/analysis/compare/changes';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { effectWords } from '@/lib/analysis/compare/step-effects';
import { formatInteger, formatProjected } from '@/lib/engine/base/format';
import type { Compared } from './state/use-comparison';

const IN_VIEW = 12;

/** The decisions that came out otherwise than the baseline's, with both sides' operands. */
export function ChangesTable(props: {
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  readonly row: number;
  readonly onRow: (row: number) => void;
}) {
  const { comparison, shown, row: selected, onRow } = props;
  const { changed, alignment } = comparison;
  const several = useMemo(() => new Set(shown.map(({ lane }) => lane.session)).size > 1, [shown]);
  const columns: readonly Column<number>[] = [
    {
      id: several && alignment.axis !== 'step' ? 'row' : 'step',
      align: 'right',
      width: '4rem',
      cell: (row) => (
        <button type="button" className="font-mono underline-offset-2 hover:underline">
          {formatInteger(row)}
        </button>
      ),
    },
    ...shown.map(({ letter }, lane): Column<number> => ({
      id: lane === comparison.baseline ? `${letter} baseline` : letter,
      width: 'minmax(21rem, 1fr)',
      cell: (row) => <LaneCell {...{ comparison, lane, row, several }} />,
    })),
  ];
  return (
    <section aria-label="Changed decisions" className="px-4 py-3">
      <h2 className="mb-1 font-semibold">Changed decisions</h2>
      {changed.length === 0 ? (
        <p className="text-ink2">
          {shown.length < 2
            ? 'One lane has nothing to differ from.'
            : 'Every lane decides as the baseline does, at every step.'}
        </p>
      ) : (
        <>
          <DataGrid
            label="Rows of changed decisions"
            columns={columns}
            rows={changed}
            keyOf={(row) => row}
            rowHeight={28}
            headHeight={28}
            inView={IN_VIEW}
            minWidth={64 + shown.length * 336}
            className="text-sm"
            headClass="items-center text-ink3"
            rowClass="cursor-pointer items-center border-b border-line2 hover:bg-sel aria-selected:bg-sel"
            cellClass="px-2"
            rowAttributes={(row) => ({ 'data-row': row })}
            active={changed.indexOf(selected)}
            onActive={(index) => onRow(changed[index] ?? selected)}
          />
          <p className="mt-1.5 text-sm text-ink3">
            decision value and threshold; then the real tokens of the request as sent
          </p>
        </>
      )}
    </section>
  );
}

const LaneCell = memo(function LaneCell(props: {
  readonly comparison: Comparison;
  readonly lane: number;
  readonly row: number;
  readonly several: boolean;
}) {
  const { comparison, lane, row, several } = props;
  const { step, more, effects, differs, decision, real, projected } = laneStep(
    comparison,
    lane,
    row,
  );
  if (step < 0) return <span className="text-ink3">no step</span>;
  const compared = decisionText(decision);
  return (
    <span className={differs ? 'text-ink' : 'text-ink2'}>
      {several ? <span className="font-mono text-ink3">{formatInteger(step)} </span> : null}
      <span className={differs ? 'font-medium' : ''}>{effectWords(effects)}</span>
      {more > 0 ? ` (${formatInteger(more)} more)` : ''}
      <span className="font-mono text-ink2">
        {compared === '' ? '' : ` ${compared}`} · {formatProjected(real, projected)}
      </span>
    </span>
  );
});
