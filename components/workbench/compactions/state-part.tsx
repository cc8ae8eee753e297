'use client';

import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { stateKeysAt, type StateKey } from '@/lib/analysis/explain/compaction/state-keys';
import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import { StateOverTime } from './state-over-time';

/** The session keys of the selected step, before and after each callback. */
export function StatePart({ replay, step }: { readonly replay: Replay; readonly step: number }) {
  const keys = stateKeysAt(replay, step);
  const isRecorded = keys.some(({ recorded }) => recorded !== null);
  return (
    <section aria-label="Session state" className="min-w-0" data-state-keys={keys.length}>
      <h3 className="font-semibold">Session state at step {formatInteger(step)}</h3>
      {keys.length === 0 ? (
        <p className="mt-1 text-ink2">
          {replay.policy.label} keeps none of ContextGuard’s keys in the session.
        </p>
      ) : (
        <>
          <DataTable
            label="State keys"
            boxClass="mt-1 overflow-x-auto"
            className="w-full text-sm"
            headClass="text-ink3"
            rowClass="border-t border-line2"
            columns={columns.filter(({ id }) => isRecorded || id !== 'recorded')}
            rows={keys}
            keyOf={({ key }) => key}
            rowAttributes={({ key }) => ({ 'data-key': key })}
          />
          <StateOverTime replay={replay} step={step} />
        </>
      )}
    </section>
  );
}

const valueText = (value: number | null): string => (value === null ? '–' : formatInteger(value));

const columns: readonly Column<StateKey>[] = [
  {
    id: 'key',
    cell: ({ name, unit }) => (
      <>
        <code className="wrap-anywhere">{name}</code> <span className="text-ink3">{unit}</span>
      </>
    ),
  },
  figureColumn('before BeforeModel', ({ before }) => valueText(before)),
  figureColumn('after it', ({ between }) => valueText(between), {
    cellClass: ({ before, between }) => (between === before ? '' : 'font-semibold'),
  }),
  figureColumn('after AfterModel', ({ after }) => valueText(after), {
    cellClass: ({ between, after }) => (after === between ? '' : 'font-semibold'),
  }),
  figureColumn('recorded', ({ recorded }) => valueText(recorded), {
    cellClass: ({ recorded, after }) =>
      recorded !== null && recorded !== after ? 'text-overflow' : '',
  }),
];
