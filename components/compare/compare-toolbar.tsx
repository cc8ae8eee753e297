'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { Kbd } from '@/components/ui/kbd';
import { saveFile } from '@/components/ui/save-file';
import type { CompareAxis } from '@/lib/analysis/compare/axis';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { metricsCsv, type MetricRow } from '@/lib/analysis/compare/metric-rows';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { ChangeView, CompareView } from './state/compare-view';
import { nextRow } from './state/row-events';
import { keyWords } from './state/use-compare-keys';
import type { Compared } from './state/use-comparison';

const axisWords: readonly (readonly [CompareAxis, string])[] = [
  ['step', 'step by step'],
  ['turn', 'turn by turn'],
  ['share', 'share of the session'],
];

/** What the axis lays beside each other, for sessions that are not the same. */
const axisMeans: Readonly<Record<CompareAxis, string>> = {
  step: 'Step n of each session stands beside step n of the others.',
  turn: 'Turn n of each session stands beside turn n of the others.',
  share: 'Each session is drawn from its first step to its last.',
};

/** The selected row, the way to the next changed decision, the axis, and what leaves the page. */
export function CompareToolbar(props: {
  readonly view: CompareView;
  readonly comparison: Comparison;
  readonly shown: Compared['shown'];
  readonly rows: readonly MetricRow[];
  readonly row: number;
  readonly range: StepRange;
  readonly add: ReactNode;
  readonly onRow: (row: number) => void;
  readonly onRange: (range: StepRange | null) => void;
  readonly onChange: ChangeView;
}) {
  const { comparison, shown, rows, row, range, add, view, onRow, onRange, onChange } = props;
  const { changed, alignment } = comparison;
  const last = alignment.rows.length - 1;
  const several = new Set(shown.map(({ lane }) => lane.session)).size > 1;
  const names = shown.map(({ letter }) => letter);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2">
      <label className="flex items-center gap-1.5 text-ink2">
        {several ? 'Row' : 'Step'}
        <input
          type="number"
          min={0}
          max={last}
          value={row}
          onChange={(event) => onRow(Number(event.currentTarget.value))}
          className="h-7 w-24 rounded-md border bg-panel px-1.5 text-right font-mono text-sm text-ink"
        />
      </label>
      <span className="text-sm text-ink3">of {formatInteger(last)}</span>
      <Button
        disabled={changed.length === 0}
        onClick={() => onRow(nextRow(changed, row, -1))}
        aria-label="Previous changed decision"
      >
        ←
      </Button>
      <span data-changed-count="" className="text-ink2">
        {changed.length === 0 ? 'no decision differs' : counted(changed.length, 'changed decision')}
      </span>
      <Button
        disabled={changed.length === 0}
        onClick={() => onRow(nextRow(changed, row, 1))}
        aria-label="Next changed decision"
      >
        →
      </Button>
      {several ? (
        <>
          <FilterSelect
            label="Sessions"
            value={alignment.axis}
            options={axisWords}
            onChange={(axis) =>
              onChange((old) => ({
                ...old,
                axis: axis as CompareAxis,
                row: null,
                range: null,
              }))
            }
          />
          <span className="text-sm text-ink2">{axisMeans[alignment.axis]}</span>
        </>
      ) : null}
      {shown.length < 2 ? null : (
        <Button
          aria-pressed={view.together}
          className="aria-pressed:border-accent aria-pressed:text-accent"
          onClick={() => onChange((old) => ({ ...old, together: !old.together }))}
        >
          One plot
        </Button>
      )}
      {range.from > 0 || range.to < last ? (
        <Button onClick={() => onRange(null)}>
          {formatInteger(range.from)}–{formatInteger(range.to)} shown: show all
        </Button>
      ) : null}
      <span className="order-last flex w-full flex-wrap items-center gap-x-2 text-sm text-ink3 max-lg:hidden">
        {keyWords.map(([keys, words]) => (
          <span key={words} className="inline-flex items-center gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {words}
          </span>
        ))}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button
          onClick={() => saveFile('compare.csv', 'text/csv', metricsCsv(rows, names))}
          disabled={rows.length === 0}
        >
          CSV
        </Button>
        <CopyLink key={view.lanes.join(' ')} />
        {add}
      </div>
    </div>
  );
}

function CopyLink() {
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(window.location.href).then(() => setCopied(true));
  return <Button onClick={copy}>{copied ? 'Link copied' : 'Copy link'}</Button>;
}
