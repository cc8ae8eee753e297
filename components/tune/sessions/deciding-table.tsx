'use client';

import { useCallback, useMemo, useState, type Ref } from 'react';
import { Button } from '@/components/ui/button';
import type { CellAttributes } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { changeCounts } from '../model/deciding-rows';
import type { Deciding, DecidedRow } from '../state/use-deciding';
import { decidingColumns, type LineTarget } from './deciding-line';

/** Most rows in view at once; more are scrolled. */
const IN_VIEW = 12;

/** Sessions under today's and the tried settings, recorded ones first, the worst change on top. */
export function DecidingTable(props: {
  readonly ref: Ref<HTMLElement>;
  readonly deciding: Deciding;
  /** Words of today's settings and of the tried ones, for the heads. */
  readonly names: { readonly today: string; readonly tried: string };
  readonly target: LineTarget;
}) {
  const { ref, deciding, names, target } = props;
  const [all, setAll] = useState(false);
  const own = useMemo(() => deciding.rows.filter(isDeciding), [deciding.rows]);
  const rows = all ? deciding.rows : own;
  const recorded = changeCounts(deciding.rows, false);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Deciding sessions"
      className="border-t outline-none"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 px-4">
        <h2 className="font-semibold">Deciding sessions</h2>
        <span className="text-sm text-ink2">
          recorded first · {formatInteger(rows.length)} of {formatInteger(deciding.rows.length)}{' '}
          shown
        </span>
        <Button size="small" variant="quiet" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? 'Only deciding' : 'All sessions'}
        </Button>
        <span data-counts="" className="ml-auto text-sm text-ink2">
          at {names.tried}: {formatInteger(recorded.saved)} saved ·{' '}
          {recorded.broken === 0 ? '' : `${formatInteger(recorded.broken)} broken · `}
          {counted(recorded.more, 'compacts', 'compact')} more
          {recorded.fewer === 0 ? '' : ` · ${formatInteger(recorded.fewer)} less`}
        </span>
      </div>
      <p data-drag="" role="status" className="min-h-6 px-4 text-ink">
        {deciding.words.length === 0 ? (
          <span className="text-ink2">
            Drag a value, or choose a cell: what it changes is said here.
          </span>
        ) : (
          `${deciding.words.join('; ')}.`
        )}
      </p>
      {rows.length === 0 ? (
        <p className="px-4 pb-3 text-ink2">No session fares otherwise anywhere on this grid.</p>
      ) : (
        <Lines rows={rows} names={names} target={target} />
      )}
    </section>
  );
}

/** A setting changes it, or the tried values do. */
const isDeciding = ({ change, decides }: DecidedRow): boolean =>
  change !== 'same' || decides !== '';

function Lines(props: {
  readonly rows: readonly DecidedRow[];
  readonly names: { readonly today: string; readonly tried: string };
  readonly target: LineTarget;
}) {
  const { rows, names, target } = props;
  const { onShown } = target;
  const showRows = useCallback(
    (shown: readonly DecidedRow[]) => onShown(shown.map(({ session }) => session.facts.id)),
    [onShown],
  );
  const { today, tried } = names;
  const columns = useMemo(() => decidingColumns({ today, tried }, target), [today, tried, target]);
  return (
    <DataGrid
      label="Sessions of the table"
      columns={columns}
      rows={rows}
      keyOf={({ session }) => session.facts.id}
      rowHeight={28}
      headHeight={24}
      inView={IN_VIEW}
      minWidth={640}
      className="text-sm"
      headClass="items-center border-b text-xs text-ink3 *:truncate"
      rowClass="items-center border-b border-line2 hover:bg-sel"
      rowAttributes={rowAttributes}
      onShown={showRows}
    />
  );
}

const rowAttributes = ({ session: { facts } }: DecidedRow): CellAttributes => ({
  'data-session': facts.id,
  className: facts.generated ? 'text-ink3 [&_*]:font-normal! [&_*]:text-ink3!' : '',
});
