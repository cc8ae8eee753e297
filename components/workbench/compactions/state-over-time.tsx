'use client';

import { useMemo } from 'react';
import { stateKeysAt } from '@/lib/analysis/explain/compaction/state-keys';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { StateChart } from '@/components/charts/state-chart';
import { formatInteger } from '@/lib/engine/base/format';
import { stateRows } from '@/lib/answers/report/chart/state-rows';
import type { Replay } from '@/lib/engine/replay/replay';
import { useWorkbench } from '../state/use-workbench';
import { Fold } from './fold';

/** The session keys after every step's response: a chart, and the same as a table. */
export function StateOverTime({
  replay,
  step,
}: {
  readonly replay: Replay;
  readonly step: number;
}) {
  const { store } = useWorkbench();
  const state = useMemo(() => stateRows(replay), [replay]);
  return (
    <section aria-label="Session state over time" className="mt-3">
      <h3 className="font-semibold">Over time</h3>
      <p className="mb-1 text-sm text-ink3">
        After each response, on a scale of its own; a gap is a key that is not set. Dashed: a step
        that compacts. A click selects a step.
      </p>
      <StateChart state={state} step={step} onSelect={store.selectStep} />
      <div className="mt-1">
        <Fold title="As a table">
          {() => <StateTable replay={replay} names={state.rows.map(({ name }) => name)} />}
        </Fold>
      </div>
    </section>
  );
}

function StateTable(props: { readonly replay: Replay; readonly names: readonly string[] }) {
  const { replay, names } = props;
  const { store } = useWorkbench();
  const { stepCount } = replay.session.profile;
  const steps = useMemo(() => Array.from({ length: stepCount }, (_, at) => at), [stepCount]);
  const columns: readonly Column<number>[] = [
    {
      id: 'step',
      width: '4rem',
      cell: (at) => (
        <button
          type="button"
          className="min-h-6 min-w-6 text-left text-accent hover:underline"
          onClick={() => store.select(at)}
        >
          {formatInteger(at)}
        </button>
      ),
    },
    ...names.map((name, key) =>
      figureColumn<number>(name, (at) => afterText(stateKeysAt(replay, at)[key]?.after), {
        width: 'minmax(7rem, 1fr)',
        headClass: 'truncate pl-2',
      }),
    ),
  ];
  return (
    <DataGrid
      label="State keys after each step"
      columns={columns}
      rows={steps}
      keyOf={(at) => at}
      rowHeight={24}
      headHeight={27}
      minWidth={640}
      className="mt-1 max-h-64 rounded border border-line2 text-sm"
      headClass="items-center px-2 text-ink3"
      rowClass="items-center border-t border-line2 px-2"
      cellClass=""
      rowAttributes={(at) => ({
        className: replay.columns.compacted[at] === 1 ? 'text-compaction' : '',
      })}
    />
  );
}

const afterText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatInteger(value);
