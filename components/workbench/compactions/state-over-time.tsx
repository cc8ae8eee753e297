'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { stateKeysAt } from '@/lib/analysis/explain/compaction/state-keys';
import { StateChart } from '@/components/charts/state-chart';
import { formatInteger } from '@/lib/engine/base/format';
import { stateRows } from '@/lib/answers/report/chart/state-rows';
import type { Replay } from '@/lib/engine/replay/replay';
import { useWorkbench } from '../state/use-workbench';
import { Fold } from './fold';

const ROW_HEIGHT = 24;
const HEADER_HEIGHT = 27;

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
  const scroller = useRef<HTMLDivElement>(null);
  const { stepCount } = replay.session.profile;
  const rows = useVirtualizer({
    count: stepCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: HEADER_HEIGHT,
  });
  const columns = { gridTemplateColumns: `4rem repeat(${names.length}, minmax(7rem, 1fr))` };
  return (
    <div
      ref={scroller}
      role="table"
      aria-label="State keys after each step"
      aria-rowcount={stepCount + 1}
      tabIndex={0}
      className="mt-1 max-h-64 overflow-auto rounded border border-line2 text-sm"
    >
      <div
        role="row"
        aria-rowindex={1}
        className="sticky top-0 z-10 grid min-w-[40rem] items-center bg-bg px-2 text-ink3"
        style={{ ...columns, height: HEADER_HEIGHT }}
      >
        <span role="columnheader">step</span>
        {names.map((name) => (
          <span key={name} role="columnheader" className="truncate pl-2 text-right">
            {name}
          </span>
        ))}
      </div>
      <div
        role="rowgroup"
        className="relative min-w-[40rem]"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className={`absolute inset-x-0 grid items-center border-t border-line2 px-2 ${replay.columns.compacted[index] === 1 ? 'text-compaction' : ''}`}
            style={{ ...columns, height: ROW_HEIGHT, top: start - HEADER_HEIGHT }}
          >
            <span role="rowheader">
              <button
                type="button"
                className="min-h-6 min-w-6 text-left text-accent hover:underline"
                onClick={() => store.select(index)}
              >
                {formatInteger(index)}
              </button>
            </span>
            {stateKeysAt(replay, index).map(({ key, after }) => (
              <span key={key} role="cell" className="text-right">
                {after === null ? '–' : formatInteger(after)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
