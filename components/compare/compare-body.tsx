'use client';

import { useCallback, useMemo, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { divergenceText } from '@/lib/analysis/compare/changes';
import type { StepRange } from '@/lib/engine/base/decimate';
import { ChangesTable } from './changes-table';
import { CompareToolbar } from './compare-toolbar';
import { LaneCharts } from './lane-charts';
import { MetricsTable } from './metrics-table';
import { RowLedger } from './row-ledger';
import type { ChangeView, CompareView } from './state/compare-view';
import { useCompareKeys, type KeyTarget } from './state/use-compare-keys';
import type { Compared } from './state/use-comparison';
import { LaneFaults } from './lane-faults';

/** Most lanes whose metrics and decisions stand side by side. */
const BESIDE = 3;

/** The lanes of a view, and everything said of them. */
export function CompareBody(props: {
  readonly view: CompareView;
  readonly compared: Compared;
  /** The button that adds a lane. */
  readonly add: ReactNode;
  readonly onChange: ChangeView;
  /** Opens the dialog of a lane's place. */
  readonly onEdit: (place: number) => void;
}) {
  const { view, compared, add, onChange, onEdit } = props;
  const { comparison, shown, arriving, places, rows } = compared;
  const last = (comparison?.alignment.rows.length ?? 1) - 1;
  const first = useMemo(
    () =>
      Math.min(
        ...(comparison?.divergences.map((divergence) => divergence?.row ?? Infinity) ?? []),
        ...(comparison?.changed.slice(0, 1) ?? []),
      ),
    [comparison],
  );
  const row = Math.min(last, view.row ?? (Number.isFinite(first) ? first : 0));
  const range = useMemo<StepRange>(() => {
    const { from, to } = view.range ?? { from: 0, to: last };
    return to <= last && from < to ? { from, to } : { from: 0, to: last };
  }, [view.range, last]);
  const onRow = useCallback(
    (next: number): void => {
      const at = Math.max(0, Math.min(last, next));
      onChange((old) => ({ ...old, row: at, range: around(old.range, at, last) }));
    },
    [onChange, last],
  );
  const onRange = useCallback(
    (next: StepRange | null): void => onChange((old) => ({ ...old, range: next })),
    [onChange],
  );
  const target = useMemo<KeyTarget | null>(
    () => (comparison === null ? null : { comparison, row, range, onRow, onRange, onChange }),
    [comparison, row, range, onRow, onRange, onChange],
  );
  useCompareKeys(target);
  const names = shown.map(({ letter }) => letter);
  return (
    <>
      <LaneFaults places={places} onChange={onChange} onEdit={onEdit} />
      {comparison === null ? (
        // No button while lanes arrive: it would leave for the toolbar, and take the focus from its user.
        <div className="px-4 py-3">
          {arriving ? (
            <p role="status" className="text-ink2">
              Loading …
            </p>
          ) : (
            add
          )}
        </div>
      ) : (
        <>
          <section aria-label="First divergence" className="border-b px-4 py-3">
            <h2 className="sr-only">First divergence</h2>
            {shown.length === 1 ? (
              <p className="text-ink2">One lane. Add another to compare it with.</p>
            ) : (
              <ul className="grid gap-0.5 text-lg">
                {shown.map(({ letter }, lane) =>
                  lane === comparison.baseline ? null : (
                    <li key={letter} data-divergence={letter}>
                      {divergenceText(comparison, lane, names)}
                    </li>
                  ),
                )}
              </ul>
            )}
          </section>
          <CompareToolbar
            {...{ view, comparison, shown, rows, row, range, add, onRow, onRange, onChange }}
          />
          <LaneCharts
            {...{ comparison, shown, row, range, onRow, onRange, onChange, onEdit }}
            together={view.together}
          />
          {/* Two lanes leave room beside the metrics; six have thirteen columns of them. */}
          <div
            className={classNames(
              'grid',
              shown.length <= BESIDE && 'xl:grid-cols-2 xl:[&>:last-child]:border-l',
            )}
          >
            <MetricsTable {...{ comparison, shown, rows }} />
            <RowLedger {...{ comparison, shown, row }} />
          </div>
          <ChangesTable {...{ comparison, shown, row, onRow }} />
        </>
      )}
    </>
  );
}

/** The range moved, not resized, so that it holds a row. */
function around(range: StepRange | null, row: number, last: number): StepRange | null {
  if (range === null || (row >= range.from && row <= range.to)) return range;
  const width = range.to - range.from;
  const from = Math.max(0, Math.min(row - (width >> 1), last - width));
  return { from, to: Math.min(last, from + width) };
}
