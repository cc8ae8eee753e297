'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Term } from '@/components/ui/tooltip';
import { useSize } from '@/components/ui/use-size';
import { classNames } from '@/components/ui/class-names';
import type { Replay } from '@/lib/engine/replay/replay';
import { unexplainedDrops } from '@/lib/analysis/explain/recording/unexplained-drops';
import { compacts, overflows } from '@/lib/analysis/explain/step-events';
import { ResponseScale } from '../parameters/response-scale';
import {
  columnsWithin,
  figuresOf,
  gridTemplate,
  leastWidth,
  stepColumns,
  type StepColumn,
} from './step-columns';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

const ROW_HEIGHT = 26;
const HEADER_HEIGHT = 27;
/** Pixels left and right of a row's cells. */
const ROW_PADDING = 20;
/** Distance in rows from which a selection is scrolled to the middle. */
const FAR = 20;

/** Every step with its operands: the chart as a table, also for screen readers. */
export function StepsTable() {
  const { store } = useWorkbench();
  const { replay, policy, moving } = useLateFrame();
  const step = useOfFrame((frame) => frame.step);
  const scroller = useRef<HTMLDivElement>(null);
  const { stepCount } = replay.session.profile;
  const dropped = useMemo(() => unexplainedDrops(replay.session).length > 0, [replay.session]);
  const noted = dropped || replay.notes.events.length > 0 || replay.faults.length > 0;
  const corrected = useMemo(
    () => replay.columns.calibrated.some((value) => !Number.isNaN(value)),
    [replay],
  );
  const known = useMemo(
    () =>
      stepColumns.filter(
        ({ id, decides }) =>
          (policy.decision !== null || !decides) &&
          (noted || id !== 'events') &&
          (corrected || (id !== 'correction' && id !== 'calibrated')),
      ),
    [policy, noted, corrected],
  );
  const figures = useMemo(() => figuresOf(replay), [replay]);
  const { width } = useSize(scroller);
  const [all, setAll] = useState(false);
  const columns = useMemo(
    () => (all || width === 0 ? known : columnsWithin(known, figures, width - ROW_PADDING)),
    [all, known, figures, width],
  );
  const hidden = known.filter((column) => !columns.includes(column));
  const template = gridTemplate(columns, figures);
  const least = leastWidth(columns, figures) + ROW_PADDING;
  const rows = useVirtualizer({
    count: stepCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    // No layout of hidden rows during a drag.
    overscan: moving ? 0 : 6,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });
  const shown = useRef(-FAR);
  useEffect(() => {
    const far = Math.abs(step - shown.current) >= FAR;
    shown.current = step;
    rows.scrollToIndex(step, { align: far ? 'center' : 'auto' });
  }, [rows, step]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    store.select(step + by);
  };

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label="Steps"
        aria-rowcount={stepCount + 1}
        aria-colcount={columns.length}
        aria-activedescendant={`step-${step}`}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto contain-strict focus-visible:-outline-offset-2"
        onKeyDown={onKeyDown}
      >
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 grid items-center border-b border-line bg-bg px-2.5 text-sm text-ink3"
          style={{ gridTemplateColumns: template, height: HEADER_HEIGHT, minWidth: least }}
        >
          {columns.map(({ id, about }) => (
            <span
              key={id}
              role="columnheader"
              className={classNames('px-1.5', isLeft(id) ? 'text-left' : 'text-right', stuck(id))}
            >
              <Term text={about} className="no-underline hover:text-ink">
                {id}
              </Term>
            </span>
          ))}
        </div>
        <div
          role="rowgroup"
          className="relative"
          style={{ height: rows.getTotalSize(), minWidth: least }}
        >
          {rows.getVirtualItems().map(({ index, start }) => (
            <StepRow
              key={index}
              step={index}
              top={start - HEADER_HEIGHT}
              selected={index === step}
              replay={replay}
              columns={columns}
              template={template}
              onSelect={store.selectStep}
            />
          ))}
        </div>
      </div>
      <HiddenColumns hidden={hidden} all={all} onAll={setAll} narrow={least > width} />
    </>
  );
}

/** Columns of words, left-aligned. */
const isLeft = (id: string): boolean => id === 'step' || id === 'time';

/** The step stays in view while the other columns are scrolled. */
const stuck = (id: string): string => (id === 'step' ? 'sticky left-0 bg-inherit' : '');

/** Names the columns without room, and shows them all on request. */
function HiddenColumns(props: {
  readonly hidden: readonly StepColumn[];
  readonly all: boolean;
  /** True if the columns shown are wider than the table. */
  readonly narrow: boolean;
  readonly onAll: (all: boolean) => void;
}) {
  const { hidden, all, narrow, onAll } = props;
  if (hidden.length === 0 && !(all && narrow)) return null;
  return (
    <p
      data-hidden-columns=""
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-0.5 text-sm text-ink3"
    >
      <span className="min-w-0 truncate">
        {all
          ? 'All columns; scroll sideways.'
          : `No room for ${hidden.map(({ id }) => id).join(', ')}.`}
      </span>
      <Button variant="quiet" size="small" onClick={() => onAll(!all)}>
        {all ? 'Fit to width' : 'Show all columns'}
      </Button>
    </p>
  );
}

/** The newest entry with tool responses among those that entered since the step before; or −1. */
function enteredResponses({ session: { profile } }: Replay, step: number): number {
  const from = step > 0 ? (profile.steps.entries[step - 1] ?? 0) : 0;
  const to = profile.steps.entries[step] ?? 0;
  for (let entry = to - 1; entry >= from; entry--) {
    if ((profile.entries.responses[entry] ?? 0) > 0) return entry;
  }
  return -1;
}

const StepRow = memo(function StepRow(props: {
  readonly step: number;
  readonly top: number;
  readonly selected: boolean;
  readonly replay: Replay;
  readonly columns: readonly StepColumn[];
  readonly template: string;
  readonly onSelect: (step: number) => void;
}) {
  const { step, top, selected, replay, columns, template, onSelect } = props;
  const responses = selected ? enteredResponses(replay, step) : -1;
  const tone = overflows(replay, step)
    ? 'text-overflow'
    : compacts(replay, step)
      ? 'text-compaction'
      : '';
  return (
    <div
      id={`step-${step}`}
      role="row"
      aria-rowindex={step + 2}
      aria-selected={selected}
      className={classNames(
        'absolute inset-x-0 grid contain-strict cursor-default items-center border-b border-line2 px-2.5',
        selected ? 'bg-sel' : 'bg-bg hover:bg-line2',
        tone,
      )}
      style={{ gridTemplateColumns: template, height: ROW_HEIGHT, top }}
      onClick={() => onSelect(step)}
    >
      {columns.map(({ id, text }) => (
        <span
          key={id}
          role="gridcell"
          data-column={id}
          title={id === 'outcome' || id === 'events' ? text(replay, step) : undefined}
          className={classNames(
            'truncate px-1.5',
            !isLeft(id) && 'text-right',
            id === 'time' && 'text-sm text-ink3',
            stuck(id),
          )}
        >
          {id === 'outcome' && responses >= 0 ? (
            <span className="mr-2 inline-block align-middle">
              <ResponseScale entry={responses} compact />
            </span>
          ) : null}
          <ForeignText text={text(replay, step)} />
        </span>
      ))}
    </div>
  );
});
