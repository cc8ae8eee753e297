'use client';

import { calibrates } from '@/lib/answers/report/chart/reference-line';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { useSize } from '@/components/ui/use-size';
import type { Replay } from '@/lib/engine/replay/replay';
import { unexplainedDrops } from '@/lib/analysis/explain/recording/unexplained-drops';
import { compacts, overflows } from '@/lib/analysis/explain/step-events';
import { ResponseScale } from '../parameters/response-scale';
import {
  besideRecording,
  columnsWithin,
  figuresOf,
  leastWidth,
  stepColumns,
  trackOf,
  type Figures,
  type StepColumn,
} from './step-columns';
import { useIsWhatIf, useRecording } from '../state/use-recording';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

const ROW_HEIGHT = 26;
const HEADER_HEIGHT = 27;
/** Of headings of two lines: "recorded", "real". */
const HIGH_HEADER = 42;
/** Pixels left and right of a row's cells. */
const ROW_PADDING = 20;

/** Every step with its operands: the chart as a table, also for screen readers. */
export function StepsTable() {
  const { store } = useWorkbench();
  const { replay, policy, moving } = useLateFrame();
  const step = useOfFrame((frame) => frame.step);
  const marked = useOfFrame((frame) => frame.marked);
  const recording = useRecording();
  const isWhatIf = useIsWhatIf();
  const scroller = useRef<HTMLDivElement>(null);
  const { stepCount } = replay.session.profile;
  const dropped = useMemo(() => unexplainedDrops(replay.session).length > 0, [replay.session]);
  const noted = dropped || replay.notes.events.length > 0 || replay.faults.length > 0;
  const corrected = useMemo(() => calibrates(replay), [replay]);
  const known = useMemo(() => {
    const own = stepColumns.filter(
      ({ id, decides }) =>
        (policy.decision !== null || !decides) &&
        (noted || id !== 'events') &&
        (corrected || (id !== 'correction' && id !== 'calibrated')),
    );
    return isWhatIf ? besideRecording(own, recording) : own;
  }, [policy, noted, corrected, isWhatIf, recording]);
  const figures = useMemo(() => figuresOf(replay), [replay]);
  const { width } = useSize(scroller);
  const [all, setAll] = useState(false);
  const columns = useMemo(
    () => (all || width === 0 ? known : columnsWithin(known, figures, width - ROW_PADDING)),
    [all, known, figures, width],
  );
  const hidden = known.filter((column) => !columns.includes(column));
  const least = leastWidth(columns, figures) + ROW_PADDING;
  const steps = useMemo(() => Array.from({ length: stepCount }, (_, at) => at), [stepCount]);
  const drawn = useMemo(
    () => columns.map((column) => drawnColumn(column, figures, replay, columns)),
    [columns, figures, replay],
  );
  const rowAttributes = useCallback(
    (at: number) => {
      const isMarked = marked !== null && at >= marked.from && at <= marked.to;
      const own = { id: `step-${at}`, className: toneOf(replay, at) };
      return isMarked
        ? { ...own, 'data-marked': '', className: `${own.className} ${MARKED}` }
        : own;
    },
    [replay, marked],
  );
  const onActive = useCallback(
    (at: number, isExtending: boolean) => {
      if (!isExtending) return store.select(at);
      // A click with Shift has the browser select text as well.
      window.getSelection()?.removeAllRanges();
      store.markTo(at);
    },
    [store],
  );
  return (
    <>
      <DataGrid
        label="Steps"
        columns={drawn}
        rows={steps}
        keyOf={(at) => at}
        rowHeight={ROW_HEIGHT}
        headHeight={isWhatIf ? HIGH_HEADER : HEADER_HEIGHT}
        minWidth={least}
        scroller={scroller}
        className="min-h-0 flex-1 contain-strict"
        rowClass="cursor-default items-center border-b border-line2 px-2.5 bg-bg hover:bg-line2 aria-selected:bg-sel"
        rowAttributes={rowAttributes}
        // No layout of hidden rows during a drag.
        overscan={moving ? 0 : 6}
        active={step}
        onActive={onActive}
      />
      <HiddenColumns hidden={hidden} all={all} onAll={setAll} narrow={least > width} />
    </>
  );
}

const MARKED = 'shadow-[inset_3px_0_var(--accent)]';

/** A column of the steps under a replay; one that stands beside the recording's says where it differs from that. */
function drawnColumn(
  column: StepColumn,
  figures: Figures,
  replay: Replay,
  all: readonly StepColumn[],
): Column<number> {
  const { id, about, text } = column;
  const recorded = all.find((other) => other.id === `recorded ${id}`)?.text;
  const isWords = id === 'step' || id === 'time';
  const mayBeCut = id === 'outcome' || id === 'events';
  return {
    id,
    about,
    align: isWords ? 'left' : 'right',
    width: trackOf(column, figures),
    // The step stays in view while the other columns are scrolled.
    className: id === 'step' ? 'sticky left-0 bg-inherit' : '',
    cellClass: (at) =>
      id === 'time'
        ? 'text-sm text-ink3'
        : recorded !== undefined && recorded(replay, at) !== text(replay, at)
          ? 'text-accent'
          : '',
    ...(mayBeCut ? { attributes: (at) => ({ title: text(replay, at) }) } : {}),
    cell: (at, _, isActive) => (
      <>
        {id === 'outcome' && isActive ? <Responses replay={replay} step={at} /> : null}
        <ForeignText text={text(replay, at)} />
      </>
    ),
  };
}

const toneOf = (replay: Replay, step: number): string =>
  overflows(replay, step) ? 'text-overflow' : compacts(replay, step) ? 'text-compaction' : '';

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

/** The responses that entered with the selected step, to be made smaller or larger. */
function Responses({ replay, step }: { readonly replay: Replay; readonly step: number }) {
  const entry = enteredResponses(replay, step);
  return entry < 0 ? null : (
    <span className="mr-2 inline-block align-middle">
      <ResponseScale entry={entry} compact />
    </span>
  );
}
