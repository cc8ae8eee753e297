'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { formatInteger } from '@/lib/engine/base/format';
import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import { sideTokens } from '@/lib/analysis/explain/compaction/compaction-words';
import { useWorkbench } from '../state/use-workbench';

const ROW_HEIGHT = 26;
const HEADER_HEIGHT = 27;

const COLUMNS =
  'grid grid-cols-[2.5rem_4rem_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-2 px-4';

/** The compactions as a table; ↑ and ↓ choose. */
export function CompactionGrid(props: {
  readonly list: readonly Compaction[];
  readonly shown: Compaction | null;
}) {
  const { list, shown } = props;
  const { store } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const at = list.findIndex(({ key }) => key === shown?.key);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [rows, at]);
  const choose = (index: number): void => {
    const one = list[Math.min(list.length - 1, Math.max(0, index))];
    if (one) store.select(one.step, one.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const moves: Readonly<Record<string, number>> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: list.length - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(next);
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Compactions"
      aria-rowcount={list.length + 1}
      aria-activedescendant={shown === null ? undefined : `compaction-${shown.key}`}
      tabIndex={0}
      className="max-h-28 shrink-0 overflow-auto border-b border-line focus-visible:-outline-offset-2 @3xl:max-h-none @3xl:w-72 @3xl:border-r @3xl:border-b-0"
      onKeyDown={onKeyDown}
    >
      <div
        role="row"
        aria-rowindex={1}
        className={`${COLUMNS} sticky top-0 z-10 border-b border-line bg-bg text-sm text-ink3`}
        style={{ height: HEADER_HEIGHT }}
      >
        <span role="columnheader">step</span>
        <span role="columnheader">of</span>
        <span role="columnheader" className="text-right">
          before
        </span>
        <span role="columnheader" className="text-right">
          after
        </span>
      </div>
      <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const one = list[index];
          if (!one) return null;
          const { key, step, source, before, after } = one;
          const isShown = index === at;
          return (
            <div
              key={key}
              id={`compaction-${key}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={isShown}
              data-compaction={key}
              className={classNames(
                COLUMNS,
                'absolute inset-x-0 cursor-default border-b border-line2',
                isShown ? 'bg-sel' : 'hover:bg-line2',
              )}
              style={{ height: ROW_HEIGHT, top: start - HEADER_HEIGHT }}
              onClick={() => choose(index)}
            >
              <span role="gridcell">
                {step < store.session.profile.stepCount ? formatInteger(step) : 'end'}
              </span>
              <span role="gridcell" className="text-sm text-ink2">
                {source === 'recorded' ? 'recording' : 'replay'}
              </span>
              <span role="gridcell" className="text-right">
                {sideTokens(before)}
              </span>
              <span role="gridcell" className="text-right">
                {sideTokens(after)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
