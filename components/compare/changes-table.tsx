'use client';

import { memo, useCallback, useMemo } from 'react';
import { VirtualTable } from '@/components/tune/virtual-table';
import { decisionText, laneStep } from '@/lib/analysis/compare/changes';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { effectWords } from '@/lib/analysis/compare/step-effects';
import { formatInteger, formatProjected } from '@/lib/engine/base/format';
import type { Compared } from './state/use-comparison';

const ROW_HEIGHT = 28;
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
  const line = useCallback(
    (row: number) => (
      <tr
        key={row}
        aria-selected={row === selected}
        data-row={row}
        className={`cursor-pointer border-b border-line2 hover:bg-sel ${row === selected ? 'bg-sel' : ''}`}
        style={{ height: ROW_HEIGHT }}
        onClick={() => onRow(row)}
      >
        <th scope="row" className="px-2 text-right font-normal">
          <button type="button" className="font-mono underline-offset-2 hover:underline">
            {formatInteger(row)}
          </button>
        </th>
        {comparison.lanes.map((_, lane) => (
          <LaneCell key={lane} {...{ comparison, lane, row, several }} />
        ))}
      </tr>
    ),
    [comparison, selected, several, onRow],
  );
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
          <VirtualTable
            rows={changed}
            rowHeight={ROW_HEIGHT}
            inView={IN_VIEW}
            columns={1 + shown.length}
            label="Rows of changed decisions"
            className="w-full text-sm"
            head={
              <thead>
                <tr className="sticky top-0 z-10 bg-bg text-ink3" style={{ height: ROW_HEIGHT }}>
                  <th scope="col" className="w-16 px-2 text-right font-normal">
                    {several && alignment.axis !== 'step' ? 'row' : 'step'}
                  </th>
                  {shown.map(({ letter }, lane) => (
                    <th key={letter} scope="col" className="px-2 text-left font-normal">
                      {lane === comparison.baseline ? `${letter} baseline` : letter}
                    </th>
                  ))}
                </tr>
              </thead>
            }
            line={line}
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
  if (step < 0) return <td className="px-2 text-ink3">no step</td>;
  const compared = decisionText(decision);
  return (
    <td className={`px-2 whitespace-nowrap ${differs ? 'text-ink' : 'text-ink2'}`}>
      {several ? <span className="font-mono text-ink3">{formatInteger(step)} </span> : null}
      <span className={differs ? 'font-medium' : ''}>{effectWords(effects)}</span>
      {more > 0 ? ` (${formatInteger(more)} more)` : ''}
      <span className="font-mono text-ink2">
        {compared === '' ? '' : ` ${compared}`} · {formatProjected(real, projected)}
      </span>
    </td>
  );
});
