'use client';

import { useCallback, useMemo, useRef } from 'react';
import { eventColumns, tooltipRows, type ChartFeed } from '@/components/charts/chart-feed';
import { ChartHandles } from '@/components/charts/chart-handles';
import { ChartLegend } from '@/components/charts/chart-legend';
import { chartScales, ContextChart } from '@/components/charts/context-chart';
import { useSize } from '@/components/ui/use-size';
import type { ChartRows } from '@/lib/answers/report/chart/chart-rows';
import { railLane, type RailKind } from '@/lib/analysis/explain/policy-events';
import { realAsked, isProjected } from '@/lib/analysis/explain/step-events';
import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { decisionAt } from '@/lib/analysis/explain/ledger-decision';
import { StepTooltip, type TooltipLine } from '@/components/workbench/chart/step-tooltip';
import { cursorOf } from '@/components/workbench/chart/chart-cursor';
import { previewRows, type Preview } from './preview';

const HEIGHT = 360;

/** The workbench's chart of the preview, without handles to move. */
export function PreviewChart(props: {
  readonly preview: Preview;
  readonly step: number;
  readonly onSelect: (step: number) => void;
}) {
  const { preview, step, onSelect } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const { replay, policy } = preview;
  const { stepCount } = replay.session.profile;
  const range = useMemo(() => ({ from: 0, to: stepCount - 1 }), [stepCount]);
  const columns = eventColumns(width);
  const { rows, top } = useMemo(() => previewRows(preview, columns), [preview, columns]);
  const feed = useMemo(() => feedOf(preview, rows, step), [preview, rows, step]);
  const stops = useMemo(() => tooltipRows(rows, null), [rows]);
  const notes = useMemo(() => noteKinds(rows), [rows]);
  const lanes = rows.lanes.join(' ');
  const scales = useMemo(
    () =>
      width === 0
        ? null
        : chartScales({
            ...{ range, top, width, lanes },
            ...{ places: null, bottom: 0, height: HEIGHT, below: 0 },
          }),
    [range, top, width, lanes],
  );
  const tooltip = useCallback(
    (at: number) => <PreviewTooltip preview={preview} step={at} />,
    [preview],
  );
  return (
    <section aria-label="Chart" className="border-b border-line pb-2">
      <ChartLegend
        decides={policy.decision?.unit === 'tokens'}
        calibrates={rows.calibrated.values.some((value) => !Number.isNaN(value))}
        ghost={false}
        notes={notes}
      />
      <div ref={box} className="relative" style={{ height: HEIGHT }}>
        {scales === null ? null : (
          <>
            <ContextChart
              {...{ feed, scales, range, top, width, lanes, tooltip, onSelect }}
              rows={stops}
              last={stepCount - 1}
              ticks={null}
              bottom={0}
              height={HEIGHT}
              label="Tokens per step; the table below names the steps that compact"
              onRange={unmoved}
            />
            <ChartHandles
              {...{ feed, scales }}
              onMove={unmoved}
              onNudge={unmoved}
              onLeave={unmoved}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** Labels of window and threshold, which are edited in the form. */
const unmoved = (): void => undefined;

function noteKinds({ events }: ChartRows): readonly RailKind[] {
  const kinds = events.flatMap(({ kind }) =>
    kind !== 'several' && railLane(kind) === 'notes' ? [kind] : [],
  );
  return [...new Set(kinds)];
}

function feedOf({ replay }: Preview, rows: ChartRows, step: number): ChartFeed {
  const cursor = cursorOf(replay, step);
  const notes = { prefix: null, joins: [], gaps: [], times: [] };
  return {
    subscribe: () => () => undefined,
    moving: () => false,
    rows: () => rows,
    cursor: () => cursor,
    notes: () => notes,
    handles: () => [],
  };
}

/** A step's numbers under the pointer. */
function PreviewTooltip(props: { readonly preview: Preview; readonly step: number }) {
  const { preview, step } = props;
  const { replay } = preview;
  const { steps, head } = replay.session.profile;
  const { heuristic, calibrated, correction } = replay.columns;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const real = isProjected(replay, step) ? 'real, projected' : 'real';
  const lines: TooltipLine[] = [
    { name: 'heuristic', value: formatInteger(at(heuristic)) },
    { name: real, value: formatInteger(realAsked(replay, step)) },
  ];
  const decision = decisionAt(replay, step);
  if (decision?.unit === 'tokens' && !Number.isNaN(at(correction))) {
    const name = `calibrated ${formatFactor(at(correction))}`;
    lines.push({ name, value: formatInteger(at(calibrated)) });
  }
  if (decision) {
    const unit = decision.unit === 'tokens' ? '' : ', entries';
    lines.push({ name: `decision${unit}`, value: formatInteger(decision.value) });
    lines.push({ name: `threshold${unit}`, value: formatInteger(decision.threshold) });
  }
  const about = head.labels[at(steps.label)] ?? '';
  return <StepTooltip {...{ replay, step, about, lines }} guessed={false} />;
}
